import { type DemoItem, itemsInCategory } from '#tools/demo/demo-item.ts';

/** Demo items: small household things. */
export const SMALL_ESSENTIALS: readonly DemoItem[] = itemsInCategory('Essentials', [
	{
		title: 'Electric kettle, 1.5 L, Pigeon',
		description:
			'Boils in four minutes, switches off by itself. Descaled with lemon. Maggi, tea and eggs have all been made in it.',
		price: 480,
		condition: 'good',
		seller: 'swati',
		ageHours: 54,
		pictures: ['pigeon-kettle-1.webp', 'pigeon-kettle-2.webp', 'pigeon-kettle-3.webp'],
	},
	{
		title: 'Kettle 1 L, steel, for tea',
		description: 'Base and cable fine. Lid button a bit stiff. Best alarm clock I have had.',
		price: 300,
		condition: 'fair',
		seller: 'karthik',
		ageHours: 676,
		pictures: ['steel-kettle-1.webp'],
		soldHoursAgo: 44,
	},
	{
		title: 'LED study lamp with clip arm',
		description:
			'Bends in all directions, warm light, does not wake the roommate. USB powered, adapter included.',
		price: 380,
		condition: 'like-new',
		seller: 'lalrin',
		ageHours: 41,
		pictures: ['study-lamp-1.webp', 'study-lamp-2.webp'],
	},
	{
		title: 'Table fan, 400 mm, Usha',
		description: 'Three speeds, quiet on one. Guard wiped clean. The thing to have in April.',
		price: 850,
		condition: 'good',
		seller: 'bhavesh',
		ageHours: 206,
		pictures: ['usha-table-fan-1.webp', 'usha-table-fan-2.webp'],
	},
	{
		title: 'Air cooler, 20 L, on wheels',
		description:
			'Pads changed in May, pump works. Cools a double room, needs a window. Come with a trolley or two friends.',
		price: 3400,
		condition: 'good',
		seller: 'harpreet',
		ageHours: 536,
		pictures: ['air-cooler-1.webp', 'air-cooler-2.webp', 'air-cooler-3.webp'],
	},
	{
		title: 'Induction cooktop with steel pot',
		description:
			'Prestige, 1600 W. Check that your hostel allows it, mine is off campus. Pot with lid included.',
		price: 1500,
		condition: 'good',
		seller: 'joel',
		ageHours: 356,
		pictures: ['induction-cooktop-1.webp', 'induction-cooktop-2.webp'],
		soldHoursAgo: 170,
	},
	{
		title: 'Dry iron, Philips',
		description:
			'Heats evenly, soleplate clean, long cord. Every interview shirt of our wing met this iron.',
		price: 450,
		condition: 'good',
		seller: 'nidhi',
		ageHours: 155,
		pictures: ['philips-iron-1.webp', 'philips-iron-2.webp'],
	},
	{
		title: 'Extension board, 4 sockets, 3 m',
		description:
			'Surge protection, switch lights up. Long enough to reach from the one socket the hostel gave us.',
		price: 320,
		condition: 'good',
		seller: 'tenzin',
		ageHours: 410,
		pictures: ['extension-board-1.webp', 'extension-board-2.webp'],
	},
	{
		title: 'Steel water bottle, 1 litre',
		description:
			'Keeps cold till evening, or tea hot till the second lecture. One dent at the bottom. Washed with a proper brush.',
		price: 220,
		condition: 'fair',
		seller: 'ananya',
		ageHours: 760,
		pictures: ['steel-bottle-1.webp', 'steel-bottle-2.webp'],
	},
	{
		title: 'Bucket and mug set',
		description:
			'18 litre bucket, strong handle. Freshly washed. The most honest listing on this market.',
		price: 150,
		condition: 'good',
		seller: 'lalrin',
		ageHours: 305,
		pictures: ['bucket-and-mug-1.webp', 'bucket-and-mug-2.webp'],
	},
]);
