import { type DemoItem, itemsInCategory } from '#tools/demo/demo-item.ts';

export const CORE_BOOKS: readonly DemoItem[] = itemsInCategory('Books', [
	{
		title: 'Cormen, Introduction to Algorithms',
		description:
			'Third edition, international print, hardcover. Heavy and worth it. Chapters on graphs and DP well thumbed. Placement season companion.',
		price: 650,
		seller: 'joel',
		ageHours: 61,
		pictures: ['cormen-algorithms-1.webp', 'cormen-algorithms-2.webp', 'cormen-algorithms-3.webp'],
	},
	{
		title: 'Galvin, Operating System Concepts',
		description:
			'Ninth edition. Highlighter on scheduling and deadlocks, otherwise clean. Slides printed and kept inside.',
		price: 380,
		seller: 'ananya',
		ageHours: 1375,
		pictures: ['galvin-operating-systems-1.webp', 'galvin-operating-systems-2.webp'],
	},
	{
		title: 'Sedra and Smith, Microelectronic Circuits',
		description:
			'Sixth edition, Oxford. Corners soft, pages perfect. Every ECE senior will tell you to get this.',
		price: 520,
		seller: 'tenzin',
		ageHours: 701,
		pictures: ['sedra-smith-circuits-1.webp', 'sedra-smith-circuits-2.webp'],
	},
	{
		title: 'R.S. Khurmi, Theory of Machines',
		description:
			'Complete, with colour plates. A few solved problems in the margin in pencil. Also useful for GATE and SSC.',
		price: 360,
		seller: 'harpreet',
		ageHours: 523,
		pictures: ['khurmi-theory-of-machines-1.webp', 'khurmi-theory-of-machines-2.webp'],
	},
	{
		title: 'Navathe, Fundamentals of Database Systems',
		description: 'Seventh edition. ER diagrams solved on sheets, included. No torn pages.',
		price: 420,
		seller: 'joel',
		ageHours: 1015,
		pictures: ['navathe-database-systems-1.webp', 'navathe-database-systems-2.webp'],
	},
	{
		title: 'P.K. Nag, Engineering Thermodynamics',
		description:
			'Sixth edition with steam tables. Steam tables alone save you a trip to the bookshop.',
		price: 390,
		seller: 'harpreet',
		ageHours: 1285,
		pictures: [
			'nag-thermodynamics-1.webp',
			'nag-thermodynamics-2.webp',
			'nag-thermodynamics-3.webp',
		],
	},
	{
		title: 'Oppenheim, Signals and Systems',
		description:
			'Second edition, Pearson. Problems of chapters two to five solved in a notebook that I add free.',
		price: 370,
		seller: 'tenzin',
		ageHours: 570,
		pictures: ['oppenheim-signals-1.webp', 'oppenheim-signals-2.webp'],
	},
	{
		title: 'Morris Mano, Digital Design',
		description: 'Fifth edition. K-maps filled in with pencil, sorry and you are welcome.',
		price: 280,
		seller: 'karthik',
		ageHours: 114,
		pictures: ['mano-digital-design-1.webp', 'mano-digital-design-2.webp'],
		soldHoursAgo: 95,
	},
	{
		title: 'S.S. Bhavikatti, Structural Analysis set',
		description:
			'Both volumes, civil third year. Clean copies with one broken corner. Deflection tables photocopied inside.',
		price: 460,
		seller: 'bhavesh',
		ageHours: 276,
		pictures: ['bhavikatti-structures-1.webp', 'bhavikatti-structures-2.webp'],
	},
	{
		title: 'GATE CSE library, eight books',
		description:
			'Made Easy theory books and two question banks. I am done with GATE, may it be kind to you. Pickup from Hostel 2, bring a strong bag.',
		price: 2200,
		seller: 'ananya',
		ageHours: 859,
		pictures: ['gate-cse-library-1.webp', 'gate-cse-library-2.webp', 'gate-cse-library-3.webp'],
	},
	{
		title: 'Cracking the Coding Interview',
		description:
			'Sixth edition, every page there. Worked examples ticked in pencil. Brought luck to two of us already.',
		price: 480,
		seller: 'joel',
		ageHours: 399,
		pictures: ['coding-interview-1.webp', 'coding-interview-2.webp'],
	},
]);
