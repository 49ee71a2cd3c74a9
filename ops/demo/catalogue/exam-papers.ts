import { type DemoItem, listedUnder } from '../item.ts';

export const EXAM_PAPERS: readonly DemoItem[] = listedUnder('PYQs', [
	{
		title: 'First-year PYQs, 2019 to 2025, all branches',
		description:
			'End-sem and mid-sem papers of all ten subjects, sorted by subject and stapled. Half of them have solutions in pencil.',
		price: 150,
		seller: 'fatima',
		ageHours: 25,
		shows: ['questionPapers', 'coral', 0, 'front', 'other', 'desk'],
	},
	{
		title: 'GATE CSE PYQs, 30 years, topic-wise',
		description:
			'Spiral bound in two parts with an answer key. Solved with short notes on the hard ones. No page missing.',
		price: 320,
		seller: 'ananya',
		ageHours: 94,
		shows: ['spiralSet', 'ocean', 0, 'front', 'other'],
	},
	{
		title: 'GATE Mechanical PYQs with solutions',
		description:
			'1996 to 2025. Formula sheet for each subject glued at the front. Cover a bit tired.',
		price: 300,
		seller: 'harpreet',
		ageHours: 816,
		shows: ['spiralSet', 'brick', 1, 'front', 'tall desk'],
	},
	{
		title: 'GATE ECE PYQs, solved by hand',
		description:
			'Each answer on the page facing the question. Took me nine months, take it for the price of two pizzas.',
		price: 350,
		seller: 'tenzin',
		ageHours: 1062,
		shows: ['spiralSet', 'teal', 2, 'desk', 'other', 'close'],
	},
	{
		title: 'Maths 1 and 2 papers with step solutions',
		description:
			'Eleven papers, both sessions. Our tutor checked the solutions. Repeated questions are starred.',
		price: 120,
		seller: 'lalrin',
		ageHours: 181,
		shows: ['questionPapers', 'ocean', 1, 'room', 'other'],
	},
	{
		title: 'Third-sem CSE papers: DS, DLD, maths, OOP',
		description:
			'2018 onwards, printed both sides. Mid-sems included for data structures, where they repeat the most.',
		price: 100,
		seller: 'nidhi',
		ageHours: 269,
		shows: ['questionPapers', 'plum', 2, 'front'],
		soldHoursAgo: 12,
	},
	{
		title: 'Fifth-sem mechanical papers in a folder',
		description:
			'Heat transfer, machine design, dynamics, manufacturing. Coloured tabs by subject. Folder is part of the deal.',
		price: 160,
		seller: 'rohit',
		ageHours: 1322,
		shows: ['ringFolder', 'brick', 0, 'front', 'tall desk'],
	},
	{
		title: 'ECE second-year bundle, tied and sorted',
		description:
			'All papers of both semesters in one bundle, newest on top. Lab viva questions at the bottom, those are gold.',
		price: 180,
		seller: 'debjani',
		ageHours: 136,
		shows: ['bundle', 'ocean', 0, 'desk', 'front'],
	},
	{
		title: 'Civil PYQ folder, semesters 3 to 6',
		description:
			'Surveying, fluids, structures, soil. Numericals solved neatly on ruled sheets. Formula tables in the back pocket.',
		price: 220,
		seller: 'bhavesh',
		ageHours: 513,
		shows: ['ringFolder', 'leaf', 2, 'desk', 'front'],
	},
	{
		title: 'Flash cards for OS, DBMS and networks',
		description:
			'About 180 cards, question in front, answer behind. Good for vivas and the bus. In a tin.',
		price: 140,
		seller: 'joel',
		ageHours: 334,
		shows: ['flashCards', 'teal', 0, 'front', 'desk'],
	},
	{
		title: 'Physics and chemistry papers, first year',
		description: 'Eight papers each, with the marking scheme the department once put on the board.',
		price: 80,
		seller: 'swati',
		ageHours: 690,
		shows: ['bundle', 'coral', 2, 'front'],
		soldHoursAgo: 200,
	},
	{
		title: 'CAT quant and reasoning question bank',
		description:
			'Spiral bound, 1200 questions, roughly 900 solved. Changed my mind about an MBA, so it needs a new owner.',
		price: 260,
		seller: 'nidhi',
		ageHours: 418,
		shows: ['spiralSet', 'plum', 0, 'room', 'other'],
	},
	{
		title: 'Electrical machines PYQs, last 8 years',
		description:
			'Solved, with phasor diagrams drawn properly with a scale. Also the question list our sir dictated.',
		price: 110,
		seller: 'karthik',
		ageHours: 1216,
		shows: ['questionPapers', 'marigold', 3, 'desk'],
	},
	{
		title: 'Placement aptitude papers, 14 companies',
		description:
			'What our batch remembered and typed up the same evening. Coding questions with short answers. Spiral bound.',
		price: 200,
		seller: 'rohit',
		ageHours: 597,
		shows: ['spiralSet', 'slate', 2, 'front', 'close', 'other'],
	},
	{
		title: 'Ready-made lab records, third semester',
		description:
			'All practical files for CSE and ECE written and drawn, only your name to fill in. Collect from the photocopy shop.',
		price: 600,
		seller: 'bhavesh',
		ageHours: 952,
		shows: ['bundle', 'plum', 1, 'front'],
		ban: {
			reason:
				'Selling finished lab records to hand in as your own breaks the college rules on academic honesty.',
			hoursAgo: 290,
		},
	},
]);
