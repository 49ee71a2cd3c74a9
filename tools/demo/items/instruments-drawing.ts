import { type DemoItem, itemsInCategory } from '#tools/demo/demo-item.ts';

/** Demo items: drawing instruments. */
export const DRAWING_INSTRUMENTS: readonly DemoItem[] = itemsInCategory('Instruments', [
	{
		title: 'Mini drafter with sheet holder',
		description:
			'Omega, smooth, parallel in all directions (checked on the board). Scales not yellow. Sheet holder and pouch included.',
		price: 420,
		condition: 'like-new',
		details: { brand: 'Omega' },
		seller: 'karthik',
		ageHours: 37,
		pictures: ['mini-drafter-1.webp', 'mini-drafter-2.webp', 'mini-drafter-3.webp'],
	},
	{
		title: 'Mini drafter, Camlin, used one semester',
		description:
			'Screws tight, both scales clean. I am in CSE, I will never need it again in this life.',
		price: 350,
		condition: 'like-new',
		details: { brand: 'Camlin' },
		seller: 'lalrin',
		ageHours: 967,
		pictures: ['camlin-drafter-1.webp', 'camlin-drafter-2.webp'],
	},
	{
		title: 'Drawing board, full imperial, with clips',
		description:
			'Half-inch wood, flat, edges fine. A few compass holes in the middle. Easy to carry on a cycle, I did it for a year.',
		price: 550,
		condition: 'fair',
		details: { brand: 'Unbranded' },
		seller: 'bhavesh',
		ageHours: 499,
		pictures: ['full-drawing-board-1.webp', 'full-drawing-board-2.webp'],
	},
	{
		title: 'Drawing board, half imperial',
		description:
			'Small enough for a hostel table. T-square in red included. Paper pins in a matchbox.',
		price: 400,
		condition: 'good',
		details: { brand: 'Unbranded' },
		seller: 'fatima',
		ageHours: 1269,
		pictures: ['half-drawing-board-1.webp', 'half-drawing-board-2.webp'],
	},
	{
		title: 'Set squares, protractor and 30 cm scale',
		description:
			'Rotring style, clear numbers, no chipped corners. Protractor is a half circle. In a zip pouch.',
		price: 150,
		condition: 'good',
		details: { brand: 'Rotring' },
		seller: 'swati',
		ageHours: 801,
		pictures: ['set-squares-1.webp', 'set-squares-2.webp'],
	},
	{
		title: 'Set squares, large, engineering grade',
		description:
			'12 inch pair with bevelled edge, for board work. One has my roll number scratched on, which brings luck.',
		price: 180,
		condition: 'fair',
		details: { brand: 'Unbranded' },
		seller: 'harpreet',
		ageHours: 1394,
		pictures: ['large-set-squares-1.webp'],
	},
	{
		title: 'Camlin geometry box, complete',
		description: 'Compass, divider, set squares and two pencils, nothing missing. Hinge works.',
		price: 110,
		condition: 'good',
		details: { brand: 'Camlin' },
		seller: 'lalrin',
		ageHours: 250,
		pictures: ['geometry-box-1.webp', 'geometry-box-2.webp'],
	},
	{
		title: 'Precision compass box, chrome',
		description:
			'Bow compass, extension bar, ink attachment, all in felt. Inherited from a senior in civil, now your turn.',
		price: 480,
		condition: 'good',
		details: { brand: 'Unbranded' },
		seller: 'debjani',
		ageHours: 558,
		pictures: ['compass-box-1.webp', 'compass-box-2.webp', 'compass-box-3.webp'],
		soldHoursAgo: 140,
	},
	{
		title: 'Sheet carry tube, extendable',
		description:
			'Fits A1 sheets, keeps rain off, strap adjusted to cycle riding. Caps close firmly.',
		price: 190,
		condition: 'good',
		details: { brand: 'Unbranded' },
		seller: 'rohit',
		ageHours: 1079,
		pictures: ['sheet-tube-1.webp', 'sheet-tube-2.webp'],
	},
	{
		title: 'ED kit: drafter, tube, scale set, clips',
		description:
			'Everything the first-year drawing list asks for, together. Bought at 1,600, used with care for two semesters.',
		price: 850,
		condition: 'good',
		details: { brand: 'Unbranded' },
		seller: 'nidhi',
		ageHours: 432,
		pictures: ['drawing-kit-1.webp', 'drawing-kit-2.webp', 'drawing-kit-3.webp'],
	},
]);
