// Cheap pieces that check every king: annealing, with every position evaluated from scratch.
//
// A king may be unchecked, at a weight that grows while it is and fades while it is not. A move takes
// a piece away, or adds a piece that may check an unchecked king, or does both.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <utility>
#include <vector>

constexpr double most_seconds = 8.0, seconds_a_king = 0.02, least_seconds = 1e-3;
constexpr double hottest = 1.2, cooling = 0.2, growth = 1.1, fading = 0.99;
constexpr int types = 8, horse = 6, cannon = 8, moves_a_look = 64;
constexpr int looks_a_repair = 64, most_repaired = 6;

using Step = std::pair<int, int>;
using Steps = std::vector<Step>;
const Steps straight{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}, diagonal{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
const Steps knight{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}};
const Steps gold{{-1, 0}, {0, -1}, {0, 1}, {1, 0}, {-1, -1}, {-1, 1}};
const Steps silver{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}, {-1, 0}};
const Steps phoenix{{-1, 0}, {0, -1}, {0, 1}, {1, 0}, {-2, -2}, {-2, 2}, {2, -2}, {2, 2}};
const Steps leaps[types + 1]{{}, {}, {}, knight, gold, silver, straight, phoenix, {}};
const Steps rides[types + 1]{{}, diagonal, straight, {}, {}, {}, diagonal, {}, straight};

using Clock = std::chrono::steady_clock;
static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Piece {
    int kind, square;
};

struct Board {
    int size;
    std::vector<int> king_at, squares, cost;  // king_at: the number of a king, -1 for none
    std::vector<std::vector<Piece>> choices;  // for each king, what may check it
    std::vector<double> cheapest, weight;
    std::vector<Piece> pieces, best;
    std::vector<char> full;
    std::vector<int> checks;
    long long least = 0;
    std::mt19937 random{1};

    double chance() { return random() / 4294967296.0; }
    template <class List> auto& any(List& list) { return list[random() % list.size()]; }

    void read() {
        if (std::scanf("%d", &size) != 1) return;
        king_at.assign(size * size, -1);
        for (int row = 0; row < size; ++row) {
            char letters[32];
            if (std::scanf("%31s", letters) != 1) return;
            for (int column = 0; column < size; ++column) {
                if (letters[column] != '#') continue;
                king_at[row * size + column] = squares.size();
                squares.push_back(row * size + column);
            }
        }
        cost.assign(types + 1, 0);
        for (int kind = 1; kind <= types; ++kind)
            if (std::scanf("%d", &cost[kind]) != 1) return;
        full.assign(size * size, 0);
        for (int square : squares) full[square] = 1;
        checks.assign(squares.size(), 0);
    }

    // Calls act(king) for every king that a piece could capture.
    template <class Act> void each_target(const Piece& piece, Act act) const {
        int row = piece.square / size, column = piece.square % size;
        auto inside = [&](int r, int c) { return r >= 0 && r < size && c >= 0 && c < size; };
        for (auto [down, right] : leaps[piece.kind]) {
            int r = row + down, c = column + right;
            if (inside(r, c) && king_at[r * size + c] >= 0) act(king_at[r * size + c]);
        }
        for (auto [down, right] : rides[piece.kind]) {
            int to_meet = piece.kind == cannon ? 2 : 1;
            for (int r = row + down, c = column + right; inside(r, c); r += down, c += right) {
                if (!full[r * size + c] || --to_meet) continue;
                if (king_at[r * size + c] >= 0) act(king_at[r * size + c]);
                break;
            }
        }
    }

    void list_choices() {
        std::vector<std::pair<double, Piece>> all;
        std::vector<std::vector<int>> kings_of;
        choices.resize(squares.size());
        cheapest.assign(squares.size(), 1e18);
        for (int square = 0; square < size * size; ++square) {
            if (full[square]) continue;
            for (int kind = 1; kind <= types; ++kind) {
                int count = 0;
                each_target({kind, square}, [&](int) { ++count; });
                if (count) all.push_back({double(cost[kind]) / count, {kind, square}});
            }
        }
        std::stable_sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.first < b.first; });
        for (auto& [share, piece] : all)
            each_target(piece, [&, p = piece](int king) {
                choices[king].push_back(p);
                cheapest[king] = std::min(cheapest[king], double(cost[p.kind]));
            });
        weight = cheapest;
    }

    long long price() const {
        long long sum = 0;
        for (auto& piece : pieces) sum += cost[piece.kind];
        return sum;
    }

    // The pieces' cost and the weights of the unchecked kings.
    double loss() {
        std::fill(checks.begin(), checks.end(), 0);
        for (auto& piece : pieces) each_target(piece, [&](int king) { ++checks[king]; });
        double sum = price();
        for (size_t king = 0; king < squares.size(); ++king)
            if (!checks[king]) sum += weight[king];
        return sum;
    }

    std::vector<int> unchecked() const {
        std::vector<int> found;
        for (size_t king = 0; king < squares.size(); ++king)
            if (!checks[king]) found.push_back(king);
        return found;
    }

    void lift(int square) {
        auto at = std::find_if(pieces.begin(), pieces.end(), [&](auto& p) { return p.square == square; });
        *at = pieces.back();
        pieces.pop_back();
        full[square] = 0;
    }

    void put(Piece piece) {
        if (full[piece.square]) lift(piece.square);
        pieces.push_back(piece);
        full[piece.square] = 1;
    }

    void go_back_to(const std::vector<Piece>& before) {
        for (auto& piece : pieces) full[piece.square] = 0;
        pieces = before;
        for (auto& piece : pieces) full[piece.square] = 1;
    }

    // Puts the kings in check one by one, each by the best piece; a king that comes up again weighs more.
    void repair() {
        for (size_t turn = 0; turn < 5 * squares.size(); ++turn) {
            loss();
            std::vector<int> kings = unchecked();
            if (kings.empty()) break;
            int king = kings.back();
            auto before = pieces;
            double least_loss = 1e18;
            Piece chosen = choices[king][0];
            for (auto& piece : choices[king]) {
                put(piece);
                double found = loss();
                if (checks[king] && found < least_loss) least_loss = found, chosen = piece;
                go_back_to(before);
            }
            put(chosen);
            if (turn > squares.size()) weight[king] *= 2;
        }
        loss();
        note();
    }

    void note() {
        if (price() < least && unchecked().empty()) best = pieces, least = price();
    }

    void change() {
        if (!pieces.empty() && (unchecked().empty() || chance() < 0.5)) {
            lift(any(pieces).square);
            loss();
        }
        std::vector<int> kings = unchecked();
        if (kings.empty() || chance() < 0.1) return;
        auto& list = choices[any(kings)];
        put(list[size_t(list.size() * std::pow(chance(), 3))]);
    }

    void solve(double seconds) {
        for (int square = 0; square < size * size; ++square)
            if (!full[square]) best.push_back({horse, square});
        if (squares.empty()) {
            int kind = std::min_element(cost.begin() + 1, cost.end()) - cost.begin();
            best = {{kind, best[0].square}};
        }
        for (auto& piece : best) least += cost[piece.kind];
        if (!squares.empty()) anneal(seconds);
    }

    void anneal(double seconds) {
        auto start = Clock::now();
        list_choices();
        repair();
        int looks = 0;
        double now = loss();
        for (double share = 0; share < 1; share = seconds_since(start) / seconds) {
            double unit = 0.7 * least / squares.size();
            double temperature = unit * hottest * std::pow(cooling, share);
            for (int move = 0; move < moves_a_look; ++move) {
                auto before = pieces;
                change();
                double after = loss();
                if (after > now - temperature * std::log(1 - chance())) {
                    go_back_to(before);
                    loss();
                    continue;
                }
                now = after;
                note();
            }
            for (size_t king = 0; king < squares.size(); ++king)
                if (!checks[king]) weight[king] *= growth;
                else weight[king] = std::max(cheapest[king], weight[king] * fading);
            if (++looks % looks_a_repair == 0 && int(unchecked().size()) <= most_repaired && price() < least)
                repair();
            now = loss();
        }
    }

    void write() const {
        std::printf("%zu %lld\n", best.size(), least);
        for (auto& piece : best)
            std::printf("%d %d %d\n", piece.kind, piece.square / size + 1, piece.square % size + 1);
    }
};

int main() {
    auto start = Clock::now();
    int count;
    if (std::scanf("%d", &count) != 1) return 1;
    std::vector<Board> boards(count);
    double seconds = 0;
    for (auto& board : boards) {
        board.read();
        seconds += seconds_a_king * board.squares.size();
    }
    seconds = std::min(seconds, most_seconds);
    for (int number = 0; number < count; ++number) {
        double left = std::max(seconds - seconds_since(start), least_seconds);
        boards[number].solve(left / (count - number));
        boards[number].write();
    }
}
