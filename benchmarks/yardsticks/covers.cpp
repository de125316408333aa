// Sets of k queens that guard an n x n board, counted by depth-first search: the first bare square
// is guarded by each queen in turn; those tried are left out. Reads "n k a"; with a = 1 no queen
// attacks another. Prints their number.
#include <bitset>
#include <cstdio>
#include <cstdlib>
#include <vector>

static const int MOST = 169;
typedef std::bitset<MOST> Set;
static int n, apart;
static std::vector<Set> guarded;  // by a queen, her own square too

static unsigned long long count(const Set& bare, Set able, int queens) {
    if (bare.none()) return queens == 0;
    if (queens == 0 || bare.count() > queens * (4u * n - 3)) return 0;
    unsigned long long found = 0;
    Set ways = guarded[bare._Find_first()] & able;
    for (size_t queen = ways._Find_first(); queen < MOST; queen = ways._Find_next(queen)) {
        able.reset(queen);
        found += count(bare & ~guarded[queen], apart ? able & ~guarded[queen] : able, queens - 1);
    }
    return found;
}

int main() {
    int queens;
    if (scanf("%d %d %d", &n, &queens, &apart) != 3 || n * n > MOST) return 1;
    Set every;
    for (int at = 0; at < n * n; at++) {
        every.set(at);
        Set own;
        for (int to = 0; to < n * n; to++) {
            int down = abs(to / n - at / n), along = abs(to % n - at % n);
            if (!down || !along || down == along) own.set(to);
        }
        guarded.push_back(own);
    }
    printf("%llu\n", count(every, every, queens));
    return 0;
}
