import { type DemoItem, listedUnder } from '../item.ts';

export const ESSENTIALS_ROOM: readonly DemoItem[] = listedUnder('Essentials', [
	{
		title: 'Hercules city cycle with lock',
		description:
			'Blue, 26 inch, new rear tyre and brake pads in September. Lock with two keys, bell and carrier. Take it round the ground before you decide.',
		price: 3200,
		seller: 'rohit',
		ageHours: 9,
		shows: ['bicycle', 'ocean', 0, 'front', 'yard', 'other'],
	},
	{
		title: 'Lady Bird cycle with front basket',
		description:
			'Light, easy to ride, basket holds two bags of groceries. Serviced last month, bill available.',
		price: 2900,
		seller: 'fatima',
		ageHours: 1248,
		shows: ['bicycle', 'rose', 5, 'yard', 'front', 'close'],
	},
	{
		title: 'Hero Sprint cycle, 21 gears',
		description:
			'Front suspension, gears tuned by the shop at the main gate. Small rust on the stand. Helmet free.',
		price: 5400,
		seller: 'tenzin',
		ageHours: 832,
		shows: ['bicycle', 'coral', 4, 'front', 'room'],
	},
	{
		title: 'Old Atlas cycle, runs fine',
		description: 'Heavy, black, immortal. No gears to fail. Fifth owner, be the sixth.',
		price: 1100,
		seller: 'harpreet',
		ageHours: 239,
		shows: ['bicycle', 'graphite', 3, 'yard'],
		soldHoursAgo: 20,
	},
	{
		title: 'Single mattress, cotton, 6 by 3',
		description:
			'Sunned every month, no stains, kept under a cover. Hostel cot size. Pillow thrown in.',
		price: 900,
		seller: 'debjani',
		ageHours: 584,
		shows: ['mattress', 'sky', 0, 'room', 'front', 'other'],
	},
	{
		title: 'Foam mattress, 4 inch, folds in three',
		description: 'Good for guests or your back. Cover zips off for washing.',
		price: 1300,
		seller: 'nidhi',
		ageHours: 997,
		shows: ['mattress', 'coral', 0, 'front', 'room'],
	},
	{
		title: 'Study table with two drawers',
		description:
			'Solid wood, heavy, one knob replaced. Fits under the hostel window. Needs two people and a little patience on the stairs.',
		price: 1900,
		seller: 'ananya',
		ageHours: 1163,
		shows: ['studyTable', 'slate', 0, 'room', 'front', 'close'],
	},
	{
		title: 'Folding study table for bed',
		description: 'Laptop height, holds a cup without spilling. Leaves room for knees.',
		price: 450,
		seller: 'lalrin',
		ageHours: 465,
		shows: ['foldingTable', 'teal', 0, 'room', 'front'],
	},
	{
		title: 'Office chair with wheels',
		description:
			'Mesh back, height adjusts. My back thanks it for two years of assignments. One armrest is a little loose.',
		price: 2100,
		seller: 'joel',
		ageHours: 104,
		shows: ['chair', 'slate', 0, 'front', 'room'],
	},
	{
		title: 'Plastic chair, red, very strong',
		description: 'Nilkamal, survived hostel cricket as the wicket. Wipes clean.',
		price: 300,
		seller: 'karthik',
		ageHours: 1097,
		shows: ['chair', 'coral', 1, 'yard', 'front'],
	},
	{
		title: 'Full-length mirror',
		description:
			'Four feet, wooden frame, stands on its own. No cracks. For interviews and for convocation day.',
		price: 650,
		seller: 'fatima',
		ageHours: 906,
		shows: ['mirror', 'sand', 0, 'room', 'front'],
	},
	{
		title: 'Dhurrie rug, 4 by 6, handwoven',
		description:
			'From Jodhpur, warm underfoot in January. Shaken out and sunned. One fringe is short.',
		price: 750,
		seller: 'debjani',
		ageHours: 1357,
		shows: ['rug', 'brick', 0, 'front', 'close'],
	},
]);
