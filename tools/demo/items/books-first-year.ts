import { type DemoItem, itemsInCategory } from '#tools/demo/demo-item.ts';

/** Demo items: books of the first year. */
export const FIRST_YEAR_BOOKS: readonly DemoItem[] = itemsInCategory('Books', [
	{
		title: 'Grewal, Higher Engineering Mathematics',
		description:
			'43rd edition. Pencil marks in the first three chapters only, easily rubbed. Covers all maths papers of the first two years. Meet at the canteen any day after four.',
		price: 380,
		condition: 'good',
		details: { author: 'B.S. Grewal', edition: '43rd' },
		subjects: ['CS101', 'EC101', 'ME101'],
		seller: 'fatima',
		ageHours: 21,
		pictures: [
			'grewal-mathematics-1.webp',
			'grewal-mathematics-2.webp',
			'grewal-mathematics-3.webp',
		],
	},
	{
		title: 'H.C. Verma, Concepts of Physics 1 and 2',
		description:
			'Both parts, a little yellow, all pages there. Got me through JEE and then through first-year physics. Sold only as a pair.',
		price: 450,
		condition: 'fair',
		details: { author: 'H.C. Verma' },
		subjects: ['EC103'],
		isPriceFixed: true,
		seller: 'swati',
		ageHours: 324,
		pictures: ['verma-physics-1.webp', 'verma-physics-2.webp', 'verma-physics-3.webp'],
	},
	{
		title: 'Let Us C, Yashavant Kanetkar',
		description:
			'16th edition with solved programs. Name on the first page, otherwise clean. Right for the first-semester programming paper.',
		price: 180,
		condition: 'good',
		details: { isbn: '9789387284494', author: 'Yashavant Kanetkar', edition: '16th' },
		subjects: ['CS102'],
		seller: 'lalrin',
		ageHours: 635,
		pictures: ['let-us-c-1.webp', 'let-us-c-2.webp'],
	},
	{
		title: 'Engineering Drawing by N.D. Bhatt',
		description:
			'53rd edition. Some projections traced in pencil, which honestly helps. Cover laminated by me.',
		price: 320,
		condition: 'good',
		details: { author: 'N.D. Bhatt', edition: '53rd' },
		subjects: ['ME102', 'CE102'],
		seller: 'bhavesh',
		ageHours: 935,
		pictures: ['bhatt-engineering-drawing-1.webp', 'bhatt-engineering-drawing-2.webp'],
	},
	{
		title: 'Basic Electrical Engineering, Kothari and Nagrath',
		description:
			'Third edition, binding good. Important derivations are flagged with sticky notes, yours to keep.',
		price: 300,
		condition: 'good',
		details: { author: 'D.P. Kothari, I.J. Nagrath', edition: '3rd' },
		subjects: ['EC102', 'ME103'],
		seller: 'debjani',
		ageHours: 148,
		pictures: ['kothari-electrical-1.webp', 'kothari-electrical-2.webp'],
	},
	{
		title: 'Engineering Mechanics, Timoshenko',
		description:
			'Indian edition with Rao. Solved examples underlined. Professor sets half the paper from here.',
		price: 340,
		condition: 'good',
		details: { author: 'S. Timoshenko', edition: 'Indian' },
		subjects: ['ME104', 'CE103'],
		seller: 'karthik',
		ageHours: 1180,
		pictures: ['timoshenko-mechanics-1.webp', 'timoshenko-mechanics-2.webp'],
	},
	{
		title: 'Set of five first-semester books',
		description:
			'Maths, physics, BEE, mechanics and C programming, exactly the syllabus. All in decent shape. Buying the five new costs over two thousand.',
		price: 1150,
		condition: 'good',
		details: { author: 'Various' },
		subjects: ['CS101', 'EC101', 'ME101'],
		seller: 'rohit',
		ageHours: 452,
		pictures: [
			'first-semester-books-1.webp',
			'first-semester-books-2.webp',
			'first-semester-books-3.webp',
		],
	},
	{
		title: 'Wren and Martin with a pocket dictionary',
		description:
			'For the communication skills paper and for life. Hardcover, old family copy in good health.',
		price: 200,
		condition: 'good',
		details: { author: 'Wren, Martin' },
		subjects: ['CS103'],
		seller: 'debjani',
		ageHours: 773,
		pictures: ['wren-and-martin-1.webp'],
	},
	{
		title: 'First-year notes, all subjects, handwritten',
		description:
			'Six notebooks, neat, with diagrams in colour. I had 9.1 in both semesters. Photocopy allowed if you return the favour to a junior.',
		price: 400,
		condition: 'good',
		details: { edition: 'Handwritten' },
		subjects: ['CS101', 'EC101', 'ME101'],
		seller: 'ananya',
		ageHours: 231,
		pictures: ['first-year-notes-1.webp', 'first-year-notes-2.webp', 'first-year-notes-3.webp'],
	},
	{
		title: 'Python Crash Course',
		description:
			'Second edition, good English and small projects. Read once, then kept upright on a shelf for show.',
		price: 350,
		condition: 'like-new',
		details: { isbn: '9781593279288', author: 'Eric Matthes', edition: '2nd' },
		subjects: ['CS102'],
		seller: 'lalrin',
		ageHours: 1112,
		pictures: ['python-crash-course-1.webp', 'python-crash-course-2.webp'],
		soldHoursAgo: 60,
	},
	{
		title: 'Norton Anthology of short stories',
		description:
			'Not a syllabus book, and the better for it. Bought at the Kolkata book fair. Soft cover, a tea ring on page one.',
		price: 260,
		condition: 'fair',
		details: { author: 'Various' },
		subjects: ['CS103'],
		seller: 'debjani',
		ageHours: 190,
		pictures: ['norton-short-stories-1.webp'],
	},
]);
