import type { Vocabulary } from './vocabulary-type.ts';

const SUBJECTS = [
	...['Engineering Mathematics', 'Engineering Physics', 'Data Structures', 'Digital Electronics'],
	...[
		'Operating Systems',
		'Thermodynamics',
		'Engineering Chemistry',
		'Database Management Systems',
	],
	...[
		'Basic Electrical Engineering',
		'Fluid Mechanics',
		'Computer Networks',
		'Strength of Materials',
	],
	...['Signals and Systems', 'Theory of Machines', 'Control Systems', 'Discrete Mathematics'],
	...['Electromagnetic Theory', 'Engineering Drawing', 'Software Engineering', 'Machine Design'],
	...['Microprocessors', 'Compiler Design', 'Heat Transfer', 'Surveying', 'Power Systems'],
	...[
		'Concrete Technology',
		'Manufacturing Processes',
		'Analog Circuits',
		'Probability and Statistics',
	],
	...['Linear Algebra', 'Machine Learning', 'Environmental Studies', 'Organic Chemistry'],
	...['Structural Analysis', 'VLSI Design', 'Quantum Mechanics', 'Communication Skills'],
];

export const BOOKS: Vocabulary = {
	share: 30,
	makers: [
		...[
			'Grewal',
			'Kreyszig',
			'Cormen',
			'Tanenbaum',
			'Galvin',
			'Boylestad',
			'Sedra Smith',
			'Rajput',
		],
		...['Khurmi', 'Bansal', 'Nagrath', 'Morris Mano', 'Korth', 'Kanetkar', 'Balagurusamy'],
		...['Ramamrutham', 'Punmia', 'Cengel', 'Nag', 'Hibbeler', 'Ogata', 'Oppenheim', 'Forouzan'],
		...['Schaum', 'Made Easy', 'Arihant', 'Dasgupta', 'Griffiths', 'Resnick', 'Malvino', 'Shigley'],
	],
	things: [
		...SUBJECTS.map((subject) => [subject, 90, 650] as const),
		...([
			['गणित की किताब', 60, 350],
			['भौतिकी की किताब', 60, 320],
			['हिन्दी साहित्य', 40, 250],
			['रसायन विज्ञान', 60, 300],
			['GATE preparation set', 400, 2200],
			['English dictionary', 80, 450],
			['Placement aptitude guide', 120, 500],
			['Novel bundle', 100, 700],
		] as const),
	],
	details: [
		...[
			'latest edition',
			'textbook',
			'with solutions',
			'second edition',
			'3rd edition',
			'43rd edition',
		],
		...[
			'Indian edition',
			'hardcover',
			'volume 1',
			'volume 2',
			'with notes',
			'semester 3',
			'semester 1',
		],
		...[
			'first year',
			'second year',
			'highlighted',
			'like new',
			'international edition',
			'old syllabus',
		],
	],
	modelNumbers: false,
};

export const PYQS: Vocabulary = {
	share: 15,
	makers: [
		...[
			'End semester',
			'Mid semester',
			'GATE',
			'First year',
			'Second year',
			'Third year',
			'Final year',
		],
		...['Solved', 'Placement', 'University', 'Supplementary', 'Unit test'],
	],
	things: SUBJECTS.map((subject) => [`${subject} PYQs`, 20, 180] as const),
	details: [
		...['2019 to 2024', '2018 to 2023', 'with answers', 'five years', 'ten years', 'spiral bound'],
		...[
			'handwritten solutions',
			'all branches',
			'mechanical',
			'civil',
			'computer science',
			'electrical',
		],
		...['printed both sides', 'with marking scheme', 'last three years', 'colour copy'],
	],
	modelNumbers: false,
};
