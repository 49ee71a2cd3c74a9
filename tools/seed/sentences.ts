/**
 * The first sentences of descriptions, the most common first. A description has one each of CONDITIONS, REASONS and
 * PLACES.
 */
export const CONDITIONS = [
	'Used for one semester, good condition.',
	'Two semesters old, works well.',
	'Hardly used, like new.',
	'A few scratches, works perfectly.',
	'Bought last year, bill available.',
	'Unused gift, still sealed.',
	'Old but reliable.',
	'Some pencil marks, easily rubbed.',
	'Clean and complete, no page or part missing.',
	'Small repair done, tested before sale.',
	'अच्छी हालत में है।',
	'Slightly faded, otherwise fine.',
];

/** The second sentences of descriptions, the most common first. */
export const REASONS = [
	'Selling because I graduate this year.',
	'Not needed any more.',
	'Leaving the hostel next month.',
	'Upgraded to a newer one.',
	'Good for the first-year course.',
	'Helped me clear the exam.',
	'Useful for lab and placement preparation.',
	'My branch changed, so it lies around.',
	'Price is a little negotiable.',
	'Sold as a set only.',
	'जल्दी बेचना है।',
];

/** The last sentences of descriptions, the most common first. */
export const PLACES = [
	'Pick up from the boys hostel.',
	'Pick up from the girls hostel.',
	'Meet at the canteen after four.',
	'Meet near the library.',
	'Main gate, any evening.',
	'Mechanical block, lunch break.',
	'Can deliver inside campus.',
	'Weekends only, day scholar.',
	'Near the sports ground.',
];

/** Given names of sellers, the most common first. */
export const GIVEN_NAMES = [
	'Aarav',
	'Ananya',
	'Rohit',
	'Fatima',
	'Karthik',
	'Nidhi',
	'Joel',
	'Swati',
	'Imran',
	'Meera',
	'Arjun',
	'Priya',
	'Rahul',
	'Sneha',
	'Vikram',
	'Divya',
	'Aditya',
	'Pooja',
	'Suresh',
	'Kavya',
	'Manish',
	'Ritu',
	'Tenzin',
	'Lalrin',
	'Bhavesh',
	'Debjani',
	'Harpreet',
	'Zoya',
	'Nikhil',
	'Ishita',
];

/** Family names of sellers, the most common first. */
export const FAMILY_NAMES = [
	'Sharma',
	'Patel',
	'Reddy',
	'Singh',
	'Khan',
	'Das',
	'Nair',
	'Iyer',
	'Gupta',
	'Joshi',
	'Rao',
	'Sheikh',
	'Mehta',
	'Kulkarni',
	'Mishra',
	'Yadav',
	'Banerjee',
	'Fernandes',
	'Gill',
	'Verma',
	'Pillai',
	'Dorjee',
	'Mohanty',
	'Chauhan',
	'Kaur',
	'Agarwal',
	'Bhatt',
	'Menon',
	'Thakur',
	'Saxena',
];
