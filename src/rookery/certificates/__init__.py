"""Certificates: files of an answer and a proof of its bound, which `rookery.verifying` checks."""
