// Counts the placements of n queens: depth-first search on bit masks, half of the first row.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

static uint32_t full;

static uint64_t count(uint32_t columns, uint32_t left, uint32_t right) {
    if (columns == full) return 1;
    uint64_t found = 0;
    for (uint32_t free = full & ~(columns | left | right); free; free &= free - 1) {
        uint32_t queen = free & -free;
        found += count(columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return found;
}

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    full = (1u << n) - 1;
    uint64_t found = 0;
    for (int column = 0; column < n / 2; column++)
        found += 2 * count(1u << column, 1u << column << 1, 1u << column >> 1);
    if (n % 2) found += count(1u << n / 2, 1u << n / 2 << 1, 1u << n / 2 >> 1);
    printf("%llu\n", (unsigned long long)found);
}
