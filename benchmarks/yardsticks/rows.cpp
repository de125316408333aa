// n pieces on an n x n board, one in each row and column, counted row by row on bit masks. Reads
// "n piece": T queens on a torus, S superqueens (QN), E empresses (RN), K kings. Prints their number.
#include <cstdint>
#include <cstdio>

static int n;
static char piece;
static uint32_t all;

static uint32_t left(uint32_t set) { return piece == 'T' ? (set << 1 | set >> (n - 1)) & all : set << 1 & all; }
static uint32_t right(uint32_t set) { return piece == 'T' ? set >> 1 | (set << (n - 1) & all) : set >> 1; }

// Of the rows before: the columns used, the diagonals as they reach this row, the last two rows.
static uint64_t count(int row, uint32_t used, uint32_t rising, uint32_t falling, uint32_t last, uint32_t before) {
    if (row == n) return 1;
    uint32_t barred = used;
    if (piece == 'T' || piece == 'S') barred |= rising | falling;
    if (piece == 'S' || piece == 'E') barred |= last << 2 | last >> 2 | before << 1 | before >> 1;
    if (piece == 'K') barred |= last << 1 | last >> 1;
    uint64_t found = 0;
    for (uint32_t free = all & ~barred; free; free &= free - 1) {
        uint32_t bit = free & -free;
        found += count(row + 1, used | bit, left(rising | bit), right(falling | bit), bit, last);
    }
    return found;
}

int main() {
    if (scanf("%d %c", &n, &piece) != 2 || n < 1 || n > 31) return 1;
    all = (1u << n) - 1;
    if (piece != 'T') {
        printf("%llu\n", (unsigned long long)count(0, 0, 0, 0, 0, 0));
        return 0;
    }
    // Shifts along the torus take the first queen to any column.
    printf("%llu\n", (unsigned long long)n * count(1, 1, left(1), right(1), 1, 0));
    return 0;
}
