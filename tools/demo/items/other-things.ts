import { type DemoItem, itemsInCategory } from '#tools/demo/demo-item.ts';

/** Demo items: music, sports and other things. */
export const OTHER_THINGS: readonly DemoItem[] = itemsInCategory('OTHERS', [
	{
		title: 'Yamaha F310 acoustic guitar',
		description:
			'Warm tone, strings changed in October. Bag, capo and three picks included. Small ding at the back, has not hurt a song yet.',
		price: 6200,
		condition: 'good',
		seller: 'joel',
		ageHours: 32,
		pictures: [
			'yamaha-guitar-1.webp',
			'yamaha-guitar-2.webp',
			'yamaha-guitar-3.webp',
			'yamaha-guitar-4.webp',
		],
	},
	{
		title: 'Kids guitar in violet, travel size',
		description: 'Three quarters size, easy for small hands and for trains. Tuning pegs hold.',
		price: 2400,
		condition: 'good',
		seller: 'lalrin',
		ageHours: 1030,
		pictures: ['violet-guitar-1.webp', 'violet-guitar-2.webp'],
	},
	{
		title: 'Kashmir willow bat and leather ball',
		description: 'Size 6, knocked in and oiled, grip new. The ball has perhaps one more season.',
		price: 900,
		condition: 'good',
		seller: 'harpreet',
		ageHours: 1339,
		pictures: ['cricket-bat-1.webp', 'cricket-bat-2.webp'],
	},
	{
		title: 'Yonex badminton racket with shuttles',
		description: 'Nanoray, strung at 22 lb in August. Tube of four shuttles and cover included.',
		price: 1150,
		condition: 'like-new',
		seller: 'tenzin',
		ageHours: 128,
		pictures: ['yonex-racket-1.webp', 'yonex-racket-2.webp'],
	},
	{
		title: 'Pair of badminton rackets',
		description:
			'Good for evenings on the hostel court. Strings fine, grips a little sweaty, be honest so are yours.',
		price: 700,
		condition: 'fair',
		seller: 'karthik',
		ageHours: 744,
		pictures: ['badminton-rackets-1.webp'],
	},
	{
		title: 'Nivia football, size 5',
		description:
			'Holds air for weeks. Scuffs from the concrete ground. Pump borrowed, not included.',
		price: 420,
		condition: 'fair',
		seller: 'rohit',
		ageHours: 478,
		pictures: ['nivia-football-1.webp', 'nivia-football-2.webp'],
	},
	{
		title: 'Wildcraft backpack, 40 L',
		description:
			'Laptop sleeve, rain cover in the bottom pocket. Zips all run. Took it to Spiti and back.',
		price: 1100,
		condition: 'good',
		seller: 'tenzin',
		ageHours: 85,
		pictures: [
			'wildcraft-backpack-1.webp',
			'wildcraft-backpack-2.webp',
			'wildcraft-backpack-3.webp',
		],
	},
	{
		title: 'Trolley suitcase, 24 inch',
		description:
			'Four wheels that really turn, number lock set to 000. Went home and back eight times.',
		price: 1600,
		condition: 'fair',
		seller: 'debjani',
		ageHours: 71,
		pictures: ['trolley-suitcase-1.webp', 'trolley-suitcase-2.webp', 'trolley-suitcase-3.webp'],
	},
	{
		title: 'Carrom board, full size',
		description:
			'With coins, striker and a box of powder. Surface smooth, stand not included. Hostel 4 champions played on it.',
		price: 1300,
		condition: 'good',
		seller: 'bhavesh',
		ageHours: 1198,
		pictures: ['carrom-board-1.webp', 'carrom-board-2.webp'],
	},
	{
		title: 'Dumbbells, 2 of 5 kg and 2 of 7.5 kg',
		description: 'Rubber coated, no smell, floor safe. Bought in January like everyone.',
		price: 1700,
		condition: 'good',
		seller: 'nidhi',
		ageHours: 285,
		pictures: ['dumbbells-1.webp', 'dumbbells-2.webp'],
		soldHoursAgo: 70,
	},
	{
		title: 'Running shoes, UK 8, twice used',
		description:
			'Bought a size too small in a sale. Clean soles, box and bill there. Good for the morning ground and the inter-hostel meet.',
		price: 1350,
		condition: 'like-new',
		seller: 'karthik',
		ageHours: 624,
		pictures: ['running-shoes-1.webp', 'running-shoes-2.webp', 'running-shoes-3.webp'],
	},
	{
		title: 'Big umbrella, wooden handle',
		description:
			'Survived two monsoons between hostel and department. Opens with one push. Room for two if you like each other.',
		price: 190,
		condition: 'fair',
		seller: 'swati',
		ageHours: 216,
		pictures: ['umbrella-1.webp', 'umbrella-2.webp'],
	},
	{
		title: 'Aloe and snake plants in clay pots',
		description:
			'Grown from cuttings on our window sill. Water on Sundays, nothing more. Pots painted by me.',
		price: 160,
		condition: 'good',
		seller: 'debjani',
		ageHours: 376,
		pictures: ['aloe-plants-1.webp', 'aloe-plants-2.webp'],
		soldHoursAgo: 6,
	},
	{
		title: 'Film-style mirrorless camera',
		description:
			'Fujifilm X-A3 with kit lens, about 9,000 clicks, two batteries and a bag. Covered three college fests. Will show the shutter count.',
		price: 21_500,
		condition: 'good',
		seller: 'ananya',
		ageHours: 873,
		pictures: [
			'mirrorless-camera-1.webp',
			'mirrorless-camera-2.webp',
			'mirrorless-camera-3.webp',
			'mirrorless-camera-4.webp',
		],
	},
]);
