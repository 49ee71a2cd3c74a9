import { type DemoItem, itemsInCategory } from '#tools/demo/demo-item.ts';

/** Demo items: cycles and furniture. */
export const LARGE_ESSENTIALS: readonly DemoItem[] = itemsInCategory('Essentials', [
	{
		title: 'Hercules city cycle with lock',
		description:
			'Blue, 26 inch, new rear tyre and brake pads in September. Lock with two keys, bell and carrier. Take it round the ground before you decide.',
		price: 3200,
		condition: 'good',
		seller: 'rohit',
		ageHours: 9,
		pictures: ['hercules-cycle-1.webp', 'hercules-cycle-2.webp', 'hercules-cycle-3.webp'],
	},
	{
		title: 'Lady Bird cycle with front basket',
		description:
			'Light, easy to ride, basket holds two bags of groceries. Serviced last month, bill available.',
		price: 2900,
		condition: 'good',
		seller: 'fatima',
		ageHours: 1248,
		pictures: ['lady-bird-cycle-1.webp', 'lady-bird-cycle-2.webp', 'lady-bird-cycle-3.webp'],
	},
	{
		title: 'Hero Sprint cycle, 21 gears',
		description:
			'Front suspension, gears tuned by the shop at the main gate. Small rust on the stand. Helmet free.',
		price: 5400,
		condition: 'good',
		seller: 'tenzin',
		ageHours: 832,
		pictures: ['hero-sprint-cycle-1.webp', 'hero-sprint-cycle-2.webp'],
	},
	{
		title: 'Old Atlas cycle, runs fine',
		description: 'Heavy, black, immortal. No gears to fail. Fifth owner, be the sixth.',
		price: 1100,
		condition: 'fair',
		seller: 'harpreet',
		ageHours: 239,
		pictures: ['atlas-cycle-1.webp'],
		soldHoursAgo: 20,
	},
	{
		title: 'Single mattress, cotton, 6 by 3',
		description:
			'Sunned every month, no stains, kept under a cover. Hostel cot size. Pillow thrown in.',
		price: 900,
		condition: 'good',
		seller: 'debjani',
		ageHours: 584,
		pictures: ['cotton-mattress-1.webp', 'cotton-mattress-2.webp', 'cotton-mattress-3.webp'],
	},
	{
		title: 'Foam mattress, 4 inch, folds in three',
		description: 'Good for guests or your back. Cover zips off for washing.',
		price: 1300,
		condition: 'good',
		seller: 'nidhi',
		ageHours: 997,
		pictures: ['foam-mattress-1.webp', 'foam-mattress-2.webp'],
	},
	{
		title: 'Study table with two drawers',
		description:
			'Solid wood, heavy, one knob replaced. Fits under the hostel window. Needs two people and a little patience on the stairs.',
		price: 1900,
		condition: 'good',
		seller: 'ananya',
		ageHours: 1163,
		pictures: ['study-table-1.webp', 'study-table-2.webp', 'study-table-3.webp'],
	},
	{
		title: 'Folding study table for bed',
		description: 'Laptop height, holds a cup without spilling. Leaves room for knees.',
		price: 450,
		condition: 'good',
		seller: 'lalrin',
		ageHours: 465,
		pictures: ['folding-table-1.webp', 'folding-table-2.webp'],
	},
	{
		title: 'Office chair with wheels',
		description:
			'Mesh back, height adjusts. My back thanks it for two years of assignments. One armrest is a little loose.',
		price: 2100,
		condition: 'fair',
		seller: 'joel',
		ageHours: 104,
		pictures: ['office-chair-1.webp', 'office-chair-2.webp'],
	},
	{
		title: 'Plastic chair, red, very strong',
		description: 'Nilkamal, survived hostel cricket as the wicket. Wipes clean.',
		price: 300,
		condition: 'fair',
		seller: 'karthik',
		ageHours: 1097,
		pictures: ['plastic-chair-1.webp', 'plastic-chair-2.webp'],
	},
	{
		title: 'Full-length mirror',
		description:
			'Four feet, wooden frame, stands on its own. No cracks. For interviews and for convocation day.',
		price: 650,
		condition: 'good',
		seller: 'fatima',
		ageHours: 906,
		pictures: ['mirror-1.webp', 'mirror-2.webp'],
	},
	{
		title: 'Dhurrie rug, 4 by 6, handwoven',
		description:
			'From Jodhpur, warm underfoot in January. Shaken out and sunned. One fringe is short.',
		price: 750,
		condition: 'fair',
		seller: 'debjani',
		ageHours: 1357,
		pictures: ['dhurrie-rug-1.webp', 'dhurrie-rug-2.webp'],
	},
]);
