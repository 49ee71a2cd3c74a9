import { type DemoItem, listedUnder } from '../item.ts';

export const FIRST_YEAR_BOOKS: readonly DemoItem[] = listedUnder('Books', [
	{
		title: 'Grewal, Higher Engineering Mathematics',
		description:
			'43rd edition. Pencil marks in the first three chapters only, easily rubbed. Covers all maths papers of the first two years. Meet at the canteen any day after four.',
		price: 380,
		seller: 'fatima',
		ageHours: 21,
		shows: ['bookStack', 'indigo', 0, 'front'],
		showsToo: ['textbook', 'indigo', 4, 'room', 'other'],
	},
	{
		title: 'H.C. Verma, Concepts of Physics 1 and 2',
		description:
			'Both parts, a little yellow, all pages there. Got me through JEE and then through first-year physics. Sold only as a pair.',
		price: 450,
		seller: 'swati',
		ageHours: 324,
		shows: ['textbook', 'brick', 18, 'front', 'other'],
		showsToo: ['textbook', 'marigold', 4, 'front'],
	},
	{
		title: 'Let Us C, Yashavant Kanetkar',
		description:
			'16th edition with solved programs. Name on the first page, otherwise clean. Right for the first-semester programming paper.',
		price: 180,
		seller: 'lalrin',
		ageHours: 635,
		shows: ['textbook', 'ocean', 28, 'front', 'desk'],
	},
	{
		title: 'Engineering Drawing by N.D. Bhatt',
		description:
			'53rd edition. Some projections traced in pencil, which honestly helps. Cover laminated by me.',
		price: 320,
		seller: 'bhavesh',
		ageHours: 935,
		shows: ['textbook', 'teal', 9, 'desk', 'other'],
	},
	{
		title: 'Basic Electrical Engineering, Kothari and Nagrath',
		description:
			'Third edition, binding good. Important derivations are flagged with sticky notes, yours to keep.',
		price: 300,
		seller: 'debjani',
		ageHours: 148,
		shows: ['textbook', 'marigold', 6, 'front', 'room'],
	},
	{
		title: 'Engineering Mechanics, Timoshenko',
		description:
			'Indian edition with Rao. Solved examples underlined. Professor sets half the paper from here.',
		price: 340,
		seller: 'karthik',
		ageHours: 1180,
		shows: ['textbook', 'coral', 11, 'front', 'tall desk'],
	},
	{
		title: 'Set of five first-semester books',
		description:
			'Maths, physics, BEE, mechanics and C programming, exactly the syllabus. All in decent shape. Buying the five new costs over two thousand.',
		price: 1150,
		seller: 'rohit',
		ageHours: 452,
		shows: ['bookRow', 'coral', 0, 'desk', 'front'],
		showsToo: ['textbook', 'plum', 0, 'front'],
	},
	{
		title: 'Wren and Martin with a pocket dictionary',
		description:
			'For the communication skills paper and for life. Hardcover, old family copy in good health.',
		price: 200,
		seller: 'debjani',
		ageHours: 773,
		shows: ['bookStack', 'brick', 1, 'desk'],
	},
	{
		title: 'First-year notes, all subjects, handwritten',
		description:
			'Six notebooks, neat, with diagrams in colour. I had 9.1 in both semesters. Photocopy allowed if you return the favour to a junior.',
		price: 400,
		seller: 'ananya',
		ageHours: 231,
		shows: ['notebook', 'indigo', 0, 'front', 'close', 'room'],
	},
	{
		title: 'Python Crash Course',
		description:
			'Second edition, good English and small projects. Read once, then kept upright on a shelf for show.',
		price: 350,
		seller: 'lalrin',
		ageHours: 1112,
		shows: ['textbook', 'sky', 29, 'desk', 'front'],
		soldHoursAgo: 60,
	},
	{
		title: 'Norton Anthology of short stories',
		description:
			'Not a syllabus book, and the better for it. Bought at the Kolkata book fair. Soft cover, a tea ring on page one.',
		price: 260,
		seller: 'debjani',
		ageHours: 190,
		shows: ['textbook', 'cream', 25, 'room'],
	},
]);
