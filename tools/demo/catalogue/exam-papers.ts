import { type DemoItem, itemsInCategory } from '#tools/demo/demo-item.ts';

export const EXAM_PAPERS: readonly DemoItem[] = itemsInCategory('PYQs', [
	{
		title: 'First-year PYQs, 2019 to 2025, all branches',
		description:
			'End-sem and mid-sem papers of all ten subjects, sorted by subject and stapled. Half of them have solutions in pencil.',
		price: 150,
		seller: 'fatima',
		ageHours: 25,
		pictures: ['first-year-pyqs-1.webp', 'first-year-pyqs-2.webp', 'first-year-pyqs-3.webp'],
	},
	{
		title: 'GATE CSE PYQs, 30 years, topic-wise',
		description:
			'Spiral bound in two parts with an answer key. Solved with short notes on the hard ones. No page missing.',
		price: 320,
		seller: 'ananya',
		ageHours: 94,
		pictures: ['gate-cse-pyqs-1.webp', 'gate-cse-pyqs-2.webp'],
	},
	{
		title: 'GATE Mechanical PYQs with solutions',
		description:
			'1996 to 2025. Formula sheet for each subject glued at the front. Cover a bit tired.',
		price: 300,
		seller: 'harpreet',
		ageHours: 816,
		pictures: ['gate-mechanical-pyqs-1.webp', 'gate-mechanical-pyqs-2.webp'],
	},
	{
		title: 'GATE ECE PYQs, solved by hand',
		description:
			'Each answer on the page facing the question. Took me nine months, take it for the price of two pizzas.',
		price: 350,
		seller: 'tenzin',
		ageHours: 1062,
		pictures: ['gate-ece-pyqs-1.webp', 'gate-ece-pyqs-2.webp', 'gate-ece-pyqs-3.webp'],
	},
	{
		title: 'Maths 1 and 2 papers with step solutions',
		description:
			'Eleven papers, both sessions. Our tutor checked the solutions. Repeated questions are starred.',
		price: 120,
		seller: 'lalrin',
		ageHours: 181,
		pictures: ['maths-papers-1.webp', 'maths-papers-2.webp'],
	},
	{
		title: 'Third-sem CSE papers: DS, DLD, maths, OOP',
		description:
			'2018 onwards, printed both sides. Mid-sems included for data structures, where they repeat the most.',
		price: 100,
		seller: 'nidhi',
		ageHours: 269,
		pictures: ['third-sem-cse-papers-1.webp'],
		soldHoursAgo: 12,
	},
	{
		title: 'Fifth-sem mechanical papers in a folder',
		description:
			'Heat transfer, machine design, dynamics, manufacturing. Coloured tabs by subject. Folder is part of the deal.',
		price: 160,
		seller: 'rohit',
		ageHours: 1322,
		pictures: ['fifth-sem-mechanical-1.webp', 'fifth-sem-mechanical-2.webp'],
	},
	{
		title: 'ECE second-year bundle, tied and sorted',
		description:
			'All papers of both semesters in one bundle, newest on top. Lab viva questions at the bottom, those are gold.',
		price: 180,
		seller: 'debjani',
		ageHours: 136,
		pictures: ['ece-second-year-1.webp', 'ece-second-year-2.webp'],
	},
	{
		title: 'Civil PYQ folder, semesters 3 to 6',
		description:
			'Surveying, fluids, structures, soil. Numericals solved neatly on ruled sheets. Formula tables in the back pocket.',
		price: 220,
		seller: 'bhavesh',
		ageHours: 513,
		pictures: ['civil-pyqs-1.webp', 'civil-pyqs-2.webp'],
	},
	{
		title: 'Flash cards for OS, DBMS and networks',
		description:
			'About 180 cards, question in front, answer behind. Good for vivas and the bus. In a tin.',
		price: 140,
		seller: 'joel',
		ageHours: 334,
		pictures: ['flash-cards-1.webp', 'flash-cards-2.webp'],
	},
	{
		title: 'Physics and chemistry papers, first year',
		description: 'Eight papers each, with the marking scheme the department once put on the board.',
		price: 80,
		seller: 'swati',
		ageHours: 690,
		pictures: ['physics-chemistry-1.webp'],
		soldHoursAgo: 200,
	},
	{
		title: 'CAT quant and reasoning question bank',
		description:
			'Spiral bound, 1200 questions, roughly 900 solved. Changed my mind about an MBA, so it needs a new owner.',
		price: 260,
		seller: 'nidhi',
		ageHours: 418,
		pictures: ['cat-question-bank-1.webp', 'cat-question-bank-2.webp'],
	},
	{
		title: 'Electrical machines PYQs, last 8 years',
		description:
			'Solved, with phasor diagrams drawn properly with a scale. Also the question list our sir dictated.',
		price: 110,
		seller: 'karthik',
		ageHours: 1216,
		pictures: ['electrical-machines-1.webp'],
	},
	{
		title: 'Placement aptitude papers, 14 companies',
		description:
			'What our batch remembered and typed up the same evening. Coding questions with short answers. Spiral bound.',
		price: 200,
		seller: 'rohit',
		ageHours: 597,
		pictures: [
			'placement-aptitude-1.webp',
			'placement-aptitude-2.webp',
			'placement-aptitude-3.webp',
		],
	},
	{
		title: 'Ready-made lab records, third semester',
		description:
			'All practical files for CSE and ECE written and drawn, only your name to fill in. Collect from the photocopy shop.',
		price: 600,
		seller: 'bhavesh',
		ageHours: 952,
		pictures: ['lab-records-1.webp'],
		ban: {
			reason:
				'Selling finished lab records to hand in as your own breaks the college rules on academic honesty.',
			hoursAgo: 290,
		},
	},
]);
