import { type DemoItem, listedUnder } from '../item.ts';

export const CORE_BOOKS: readonly DemoItem[] = listedUnder('Books', [
	{
		title: 'Cormen, Introduction to Algorithms',
		description:
			'Third edition, international print, hardcover. Heavy and worth it. Chapters on graphs and DP well thumbed. Placement season companion.',
		price: 650,
		seller: 'joel',
		ageHours: 61,
		shows: ['textbook', 'coral', 21, 'front', 'desk', 'other'],
	},
	{
		title: 'Galvin, Operating System Concepts',
		description:
			'Ninth edition. Highlighter on scheduling and deadlocks, otherwise clean. Slides printed and kept inside.',
		price: 380,
		seller: 'ananya',
		ageHours: 1375,
		shows: ['textbook', 'plum', 16, 'front', 'tall room'],
	},
	{
		title: 'Sedra and Smith, Microelectronic Circuits',
		description:
			'Sixth edition, Oxford. Corners soft, pages perfect. Every ECE senior will tell you to get this.',
		price: 520,
		seller: 'tenzin',
		ageHours: 701,
		shows: ['textbook', 'graphite', 8, 'front', 'close'],
	},
	{
		title: 'R.S. Khurmi, Theory of Machines',
		description:
			'Complete, with colour plates. A few solved problems in the margin in pencil. Also useful for GATE and SSC.',
		price: 360,
		seller: 'harpreet',
		ageHours: 523,
		shows: ['textbook', 'brick', 1, 'desk', 'front'],
	},
	{
		title: 'Navathe, Fundamentals of Database Systems',
		description: 'Seventh edition. ER diagrams solved on sheets, included. No torn pages.',
		price: 420,
		seller: 'joel',
		ageHours: 1015,
		shows: ['textbook', 'leaf', 23, 'desk', 'other'],
	},
	{
		title: 'P.K. Nag, Engineering Thermodynamics',
		description:
			'Sixth edition with steam tables. Steam tables alone save you a trip to the bookshop.',
		price: 390,
		seller: 'harpreet',
		ageHours: 1285,
		shows: ['textbook', 'marigold', 13, 'front', 'close'],
		showsToo: ['textbook', 'sky', 12, 'front'],
	},
	{
		title: 'Oppenheim, Signals and Systems',
		description:
			'Second edition, Pearson. Problems of chapters two to five solved in a notebook that I add free.',
		price: 370,
		seller: 'tenzin',
		ageHours: 570,
		shows: ['textbook', 'indigo', 3, 'front'],
		showsToo: ['notebook', 'coral', 1, 'front'],
	},
	{
		title: 'Morris Mano, Digital Design',
		description: 'Fifth edition. K-maps filled in with pencil, sorry and you are welcome.',
		price: 280,
		seller: 'karthik',
		ageHours: 114,
		shows: ['textbook', 'sky', 8, 'room', 'front'],
		soldHoursAgo: 95,
	},
	{
		title: 'S.S. Bhavikatti, Structural Analysis set',
		description:
			'Both volumes, civil third year. Clean copies with one broken corner. Deflection tables photocopied inside.',
		price: 460,
		seller: 'bhavesh',
		ageHours: 276,
		shows: ['bookStack', 'leaf', 0, 'desk'],
		showsToo: ['textbook', 'leaf', 9, 'other'],
	},
	{
		title: 'GATE CSE library, eight books',
		description:
			'Made Easy theory books and two question banks. I am done with GATE, may it be kind to you. Pickup from Hostel 2, bring a strong bag.',
		price: 2200,
		seller: 'ananya',
		ageHours: 859,
		shows: ['bookRow', 'indigo', 2, 'front', 'desk'],
		showsToo: ['textbook', 'rose', 17, 'front'],
	},
	{
		title: 'Cracking the Coding Interview',
		description:
			'Sixth edition, every page there. Worked examples ticked in pencil. Brought luck to two of us already.',
		price: 480,
		seller: 'joel',
		ageHours: 399,
		shows: ['textbook', 'mint', 27, 'front', 'desk'],
	},
]);
