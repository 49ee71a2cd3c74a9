import { type DemoItem, listedUnder } from '../item.ts';

export const DRAWING_INSTRUMENTS: readonly DemoItem[] = listedUnder('Instruments', [
	{
		title: 'Mini drafter with sheet holder',
		description:
			'Omega, smooth, parallel in all directions (checked on the board). Scales not yellow. Sheet holder and pouch included.',
		price: 420,
		seller: 'karthik',
		ageHours: 37,
		shows: ['miniDrafter', 'coral', 0, 'front', 'desk'],
		showsToo: ['sheetTube', 'leaf', 0, 'front'],
	},
	{
		title: 'Mini drafter, Camlin, used one semester',
		description:
			'Screws tight, both scales clean. I am in CSE, I will never need it again in this life.',
		price: 350,
		seller: 'lalrin',
		ageHours: 967,
		shows: ['miniDrafter', 'ocean', 0, 'yard', 'close'],
	},
	{
		title: 'Drawing board, full imperial, with clips',
		description:
			'Half-inch wood, flat, edges fine. A few compass holes in the middle. Easy to carry on a cycle, I did it for a year.',
		price: 550,
		seller: 'bhavesh',
		ageHours: 499,
		shows: ['drawingBoard', 'coral', 0, 'front', 'room'],
	},
	{
		title: 'Drawing board, half imperial',
		description:
			'Small enough for a hostel table. T-square in red included. Paper pins in a matchbox.',
		price: 400,
		seller: 'fatima',
		ageHours: 1269,
		shows: ['drawingBoard', 'leaf', 1, 'desk', 'front'],
	},
	{
		title: 'Set squares, protractor and 30 cm scale',
		description:
			'Rotring style, clear numbers, no chipped corners. Protractor is a half circle. In a zip pouch.',
		price: 150,
		seller: 'swati',
		ageHours: 801,
		shows: ['setSquares', 'ocean', 0, 'front', 'kit'],
	},
	{
		title: 'Set squares, large, engineering grade',
		description:
			'12 inch pair with bevelled edge, for board work. One has my roll number scratched on, which brings luck.',
		price: 180,
		seller: 'harpreet',
		ageHours: 1394,
		shows: ['setSquares', 'plum', 0, 'desk'],
	},
	{
		title: 'Camlin geometry box, complete',
		description: 'Compass, divider, set squares and two pencils, nothing missing. Hinge works.',
		price: 110,
		seller: 'lalrin',
		ageHours: 250,
		shows: ['compassBox', 'sky', 0, 'front', 'desk'],
	},
	{
		title: 'Precision compass box, chrome',
		description:
			'Bow compass, extension bar, ink attachment, all in felt. Inherited from a senior in civil, now your turn.',
		price: 480,
		seller: 'debjani',
		ageHours: 558,
		shows: ['compassBox', 'slate', 0, 'room', 'front', 'close'],
		soldHoursAgo: 140,
	},
	{
		title: 'Sheet carry tube, extendable',
		description:
			'Fits A1 sheets, keeps rain off, strap adjusted to cycle riding. Caps close firmly.',
		price: 190,
		seller: 'rohit',
		ageHours: 1079,
		shows: ['sheetTube', 'ocean', 0, 'front', 'yard'],
	},
	{
		title: 'ED kit: drafter, tube, scale set, clips',
		description:
			'Everything the first-year drawing list asks for, together. Bought at 1,600, used with care for two semesters.',
		price: 850,
		seller: 'nidhi',
		ageHours: 432,
		shows: ['miniDrafter', 'slate', 0, 'front'],
		showsToo: ['sheetTube', 'marigold', 0, 'front', 'kit'],
	},
]);
