// Sets of n x n squares of which no two attack each other, counted one by one by plain depth-first
// search on bit masks. Reads "n piece", the piece being one of K N R B Q; prints their number.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static const int WORDS = 3;  // up to 13 x 13 squares

struct Set {
    uint64_t words[WORDS] = {};
    void add(int at) { words[at / 64] |= 1ull << at % 64; }
};

static int n;
static std::vector<Set> compatible;  // for each square those after it that it does not attack

static bool attacks(char piece, int down, int right) {
    down = abs(down), right = abs(right);
    bool straight = !down || !right, diagonal = down == right;
    switch (piece) {
        case 'K': return down <= 1 && right <= 1;
        case 'N': return down * right == 2;
        case 'R': return straight;
        case 'B': return diagonal;
        default: return straight || diagonal;
    }
}

static uint64_t count(const Set& free) {
    uint64_t found = 1;
    for (int word = 0; word < WORDS; word++) {
        for (uint64_t left = free.words[word]; left; left &= left - 1) {
            const Set& fits = compatible[word * 64 + __builtin_ctzll(left)];
            Set rest;
            for (int other = word; other < WORDS; other++)
                rest.words[other] = free.words[other] & fits.words[other];
            found += count(rest);
        }
    }
    return found;
}

int main() {
    char piece;
    if (scanf("%d %c", &n, &piece) != 2 || n * n > WORDS * 64) return 1;
    Set every;
    for (int at = 0; at < n * n; at++) {
        Set fits;
        for (int other = at + 1; other < n * n; other++)
            if (!attacks(piece, other / n - at / n, other % n - at % n)) fits.add(other);
        compatible.push_back(fits);
        every.add(at);
    }
    printf("%llu\n", (unsigned long long)count(every));
    return 0;
}
