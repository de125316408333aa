// The queen's shortest tour past every knight to the bishop, the first in lexicographic order.
//
// Breadth-first search over the states (square, knights met). Squares are numbered in the order of
// their names; a queue whose states are expanded in the order of their first paths stays in that
// order, so the first end that comes up has the first path.
#include <cstdio>
#include <string>
#include <vector>

constexpr int side = 8, squares = side * side;

struct Tour {
    char letters[squares];
    int met[squares] = {};
    bool goal[squares] = {};
    int start = 0, everybody = 0;

    void read() {
        char row[side + 2];
        for (int rank = side - 1; rank >= 0; --rank) {
            if (std::scanf("%9s", row) != 1) return;
            for (int file = 0; file < side; ++file) letters[side * file + rank] = row[file];
        }
        int knights = 0;
        for (int square = 0; square < squares; ++square) {
            if (letters[square] == 'Q') start = square;
            int bit = letters[square] == 'N' ? 1 << knights++ : 0;
            if (!bit && letters[square] != 'B') continue;
            everybody |= bit;
            for (int near = 0; near < squares; ++near) {
                int files = near / side - square / side, ranks = near % side - square % side;
                if (files * files > 1 || ranks * ranks > 1) continue;
                if (bit) met[near] |= bit;
                else goal[near] = true;
            }
        }
    }

    bool free(int square) const { return letters[square] == '.' || letters[square] == 'Q'; }

    std::vector<int> moves(int from) const {
        bool reached[squares] = {};
        for (int right = -1; right <= 1; ++right)
            for (int up = -1; up <= 1; ++up) {
                if (!right && !up) continue;
                int file = from / side + right, rank = from % side + up;
                while (file >= 0 && file < side && rank >= 0 && rank < side) {
                    if (!free(side * file + rank)) break;
                    reached[side * file + rank] = true;
                    file += right, rank += up;
                }
            }
        std::vector<int> found;
        for (int square = 0; square < squares; ++square)
            if (reached[square]) found.push_back(square);
        return found;
    }

    std::string path() const {
        std::vector<std::vector<int>> nearby;
        for (int square = 0; square < squares; ++square) nearby.push_back(moves(square));
        int sets = everybody + 1;
        std::vector<int> before(squares * sets, -2), queue{start * sets + met[start]};
        before[queue[0]] = -1;
        for (size_t next = 0; next < queue.size(); ++next) {
            int state = queue[next], square = state / sets, seen = state % sets;
            if (seen == everybody && goal[square]) return names(before, state, sets);
            for (int near : nearby[square]) {
                int reached = near * sets + (seen | met[near]);
                if (before[reached] != -2) continue;
                before[reached] = state;
                queue.push_back(reached);
            }
        }
        return "impossible";
    }

    static std::string names(const std::vector<int>& before, int state, int sets) {
        std::string text;
        for (; state != -1; state = before[state]) {
            int square = state / sets;
            text = std::string{char('a' + square / side), char('1' + square % side)} + text;
        }
        return text;
    }
};

int main() {
    int count;
    if (std::scanf("%d", &count) != 1) return 1;
    for (int number = 1; number <= count; ++number) {
        Tour tour;
        tour.read();
        std::printf("Scenario #%d:\n%s\n\n", number, tour.path().c_str());
    }
}
