// POJ 2919, Traveling Queen Problem: breadth-first search over (visited knights, square).
//
// Squares are numbered file by file, so their numbers compare as their names do. Paths to states
// of one depth leave the queue in lexicographic order: a state keeps the first path that finds
// it, its successors are appended in order of square, and so the next depth is in order too.
// The first goal state out of the queue therefore carries the lexicographically first path.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static const int STATES = 64 << 14;
static int parent[STATES];  // -1: not reached; the start is its own parent
static int queue_[STATES];
static char cell[64];

static bool adjacent(int a, int b) {
    return a != b && abs(a / 8 - b / 8) <= 1 && abs(a % 8 - b % 8) <= 1;
}

static std::vector<int> moves_from(int square) {
    bool reached[64] = {};
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++) {
            if (df == 0 && dr == 0) continue;
            int file = square / 8 + df, rank = square % 8 + dr;
            while (file >= 0 && file < 8 && rank >= 0 && rank < 8 && cell[file * 8 + rank] == '.') {
                reached[file * 8 + rank] = true;
                file += df;
                rank += dr;
            }
        }
    std::vector<int> moves;
    for (int to = 0; to < 64; to++)
        if (reached[to]) moves.push_back(to);
    return moves;
}

// The last state of the wanted path, or -1. A state is visited * 64 + square.
static int search(int start, int bishop, const std::vector<int> &knights) {
    std::vector<int> moves[64];
    int visits[64] = {};
    for (int square = 0; square < 64; square++) {
        if (cell[square] != '.') continue;
        moves[square] = moves_from(square);
        for (size_t i = 0; i < knights.size(); i++)
            if (adjacent(square, knights[i])) visits[square] |= 1 << i;
    }
    const int all = (1 << knights.size()) - 1;
    memset(parent, -1, sizeof(int) * (64 << knights.size()));
    int first = visits[start] * 64 + start, head = 0, tail = 0;
    parent[first] = first;
    queue_[tail++] = first;
    while (head < tail) {
        int state = queue_[head++], visited = state / 64, square = state % 64;
        if (visited == all && adjacent(square, bishop)) return state;
        for (int to : moves[square]) {
            int next = (visited | visits[to]) * 64 + to;
            if (parent[next] != -1) continue;
            parent[next] = state;
            queue_[tail++] = next;
        }
    }
    return -1;
}

static void print_path(int state) {
    if (parent[state] != state) print_path(parent[state]);
    printf("%c%d", 'a' + state % 64 / 8, state % 8 + 1);
}

int main() {
    int scenarios;
    if (scanf("%d", &scenarios) != 1) return 1;
    for (int t = 1; t <= scenarios; t++) {
        int start = -1, bishop = -1;
        std::vector<int> knights;
        for (int rank = 7; rank >= 0; rank--)
            for (int file = 0; file < 8; file++) {
                int square = file * 8 + rank;
                if (scanf(" %c", &cell[square]) != 1) return 1;
                if (cell[square] == 'Q') {
                    start = square;
                    cell[square] = '.';
                }
                if (cell[square] == 'B') bishop = square;
                if (cell[square] == 'N') knights.push_back(square);
            }
        printf("Scenario #%d:\n", t);
        int last = search(start, bishop, knights);
        if (last == -1)
            printf("impossible");
        else
            print_path(last);
        printf("\n\n");
    }
    return 0;
}
