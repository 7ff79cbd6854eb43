//! Both implementations do the same.

use proptest::prelude::*;

use super::*;

/// Everything that can be seen of two sets of lanes.
fn seen<L: Lanes>(
    proof: L::Proof,
    one: [u16; 16],
    other: [u16; 16],
    pattern: &Pattern,
) -> Vec<u64> {
    let (a, b) = (L::load(proof, &one), L::load(proof, &other));
    let lanes = [
        a & b,
        a | b,
        a.without(b),
        a.shuffle(pattern),
        a.beside(),
        a.two_beside(),
        a.below(),
        a.two_below(),
        a.upper(),
        a.lower(),
        a.empty(),
        a.without_lowest(),
        a.any_beside(),
        a.any_below(),
    ];
    let sets = lanes.into_iter().flat_map(Lanes::store).map(u64::from);
    let tests = [a.is_empty(), a.is_within(b), (a & b).is_within(a), a.without(a).is_empty()];
    sets.chain(tests.map(u64::from)).chain(a.words()).collect()
}

proptest! {
    #[test]
    fn lanes_do_the_same_with_and_without_instructions(
        one in any::<[u16; 16]>(),
        other in any::<[u16; 16]>(),
        clear in any::<u16>(),
        pattern in any::<[Option<u8>; 16]>(),
    ) {
        // Sets of digits, some of them empty.
        let sets = |random: [u16; 16]| {
            let mut sets = random.map(|set| set & 0x1ff);
            (0..16).filter(|index| clear >> index & 1 == 1).for_each(|index| sets[index] = 0);
            sets
        };
        let pattern = pattern.map(|index| index.map_or(NONE, |index| lane(usize::from(index % 8))));
        let (one, other) = (sets(one), sets(other));
        let plain = seen::<Plain>((), one, other, &pattern);
        prop_assert_eq!(plain[0], u64::from(one[0] & other[0]));
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = pulp::x86::V3::try_new() {
            prop_assert_eq!(seen::<Avx2>(proof, one, other, &pattern), plain);
        }
    }
}
