//! Rule 5: which way of which digit is tried.

use super::lanes::Lanes;
use super::pattern::ALL;
use super::state::State;

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// No band has a choice.
    Decided,
    /// A digit, as a set, tries a way of a band.
    Way { band: usize, digit: u16, way: usize },
}

impl<L: Lanes> State<L> {
    /// The digit with the fewest ways in the band with the fewest, of those that have a choice.
    #[inline(always)]
    pub(super) fn choose(&self) -> Choice {
        let total = |band: usize| {
            let [four, two] = self.ways[band].words();
            four.count_ones() + two.count_ones()
        };
        // Nine ways for nine digits are no choice, nor are fewer: they come out as the greatest.
        let choice = |band: usize| total(band).wrapping_sub(10);
        let band = (0..6).min_by_key(|&band| choice(band)).unwrap_or(0);
        if choice(band) > 6 * 9 {
            return Choice::Decided;
        }
        let ways: [u16; 6] = {
            let [four, two] = self.ways[band].words();
            std::array::from_fn(|way| match way {
                0..4 => (four >> (16 * way)) as u16,
                _ => (two >> (16 * (way - 4))) as u16,
            })
        };
        // at_least[n]: the digits with more than n ways.
        let mut at_least = [0u16; 6];
        for way in ways {
            for n in (1..6).rev() {
                at_least[n] |= at_least[n - 1] & way;
            }
            at_least[0] |= way;
        }
        let fewest = (1..5).map(|n| at_least[n] & !at_least[n + 1]).find(|&digits| digits != 0);
        let digits = fewest.unwrap_or(at_least[5]) & ALL;
        let digit = digits & digits.wrapping_neg();
        let way = ways.iter().position(|&way| way & digit != 0).unwrap_or(0);
        Choice::Way { band, digit, way }
    }

    /// Lets a digit go a way of a band. Comes back with the state in which it does not.
    #[inline(always)]
    pub(super) fn branch(&mut self, band: usize, digit: u16, way: usize) -> Self {
        let mut here = [0; 16];
        (here[way], here[8 + way]) = (digit, digit);
        let here = L::load(self.proof, &here);
        let elsewhere = L::load(self.proof, &[digit; 16]).without(here);
        let mut others = *self;
        others.ways[band] = others.ways[band].without(here);
        self.ways[band] = self.ways[band].without(elsewhere);
        others
    }
}
