import { type DemoItem, itemsInCategory } from '#tools/demo/demo-item.ts';

/** Demo items: computers and their accessories. */
export const ELECTRONICS: readonly DemoItem[] = itemsInCategory('Electronics', [
	{
		title: 'ThinkPad E14, Ryzen 5, 16 GB, 512 GB',
		description:
			'Bought in first year, I have moved to a desktop. Battery gives about five hours, screen and keyboard without a mark. Charger and sleeve included. Come and try it near the library after five.',
		price: 28_500,
		condition: 'like-new',
		details: { works: 'yes', brand: 'Lenovo' },
		seller: 'ananya',
		ageHours: 2,
		pictures: [
			'thinkpad-e14-1.webp',
			'thinkpad-e14-2.webp',
			'thinkpad-e14-3.webp',
			'thinkpad-e14-4.webp',
		],
	},
	{
		title: 'ASUS TUF gaming laptop, RTX 3050',
		description:
			'i5-11400H, 16 GB RAM, 512 GB SSD plus 1 TB that I added. Runs SolidWorks and games equally well. Repasted in August. Bill and box are there. Selling as I got a company laptop.',
		price: 62_000,
		condition: 'good',
		details: { works: 'yes', brand: 'ASUS' },
		seller: 'rohit',
		ageHours: 918,
		pictures: [
			'asus-tuf-laptop-1.webp',
			'asus-tuf-laptop-2.webp',
			'asus-tuf-laptop-3.webp',
			'asus-tuf-laptop-4.webp',
		],
	},
	{
		title: 'MacBook Air M1, 8 GB, 256 GB',
		description:
			'Battery health 87 percent, one tiny dent near the port (see the lid). Used for coding and notes only. Original charger. Price a little flexible if you collect it this week.',
		price: 46_000,
		condition: 'good',
		details: { works: 'yes', brand: 'Apple' },
		seller: 'nidhi',
		ageHours: 732,
		pictures: ['macbook-air-1.webp', 'macbook-air-2.webp', 'macbook-air-3.webp'],
	},
	{
		title: 'Dell Inspiron 15, i3, good for first year',
		description:
			'Old but faithful. 8 GB RAM and a new SSD, so it boots in fifteen seconds. Battery lasts an hour and a half, best kept plugged in. Ubuntu and Windows both installed.',
		price: 14_500,
		condition: 'fair',
		details: { works: 'yes', brand: 'Dell' },
		seller: 'bhavesh',
		ageHours: 611,
		pictures: ['dell-inspiron-1.webp', 'dell-inspiron-2.webp'],
	},
	{
		title: 'LG 22 inch IPS monitor, full HD',
		description:
			'No dead pixels, HDMI cable and adapter included. My roommate and I used it for CAD and the World Cup. You need to carry it from Hostel 4, I will help to the gate.',
		price: 5200,
		condition: 'good',
		details: { works: 'yes', brand: 'LG' },
		seller: 'harpreet',
		ageHours: 1129,
		pictures: ['lg-monitor-1.webp', 'lg-monitor-2.webp', 'lg-monitor-3.webp'],
	},
	{
		title: 'Mechanical keyboard, red switches',
		description:
			'Compact, hot-swappable, all the lights work. Far too loud for my roommate, so it must go. USB-C cable and keycap puller in the box.',
		price: 1850,
		condition: 'like-new',
		details: { works: 'yes' },
		seller: 'joel',
		ageHours: 1304,
		pictures: [
			'mechanical-keyboard-1.webp',
			'mechanical-keyboard-2.webp',
			'mechanical-keyboard-3.webp',
		],
	},
	{
		title: 'Logitech K120 keyboard',
		description:
			'Plain, spill-resistant and unbreakable, ask my tea. Every key works. I have a wireless one now.',
		price: 350,
		condition: 'fair',
		details: { works: 'yes', brand: 'Logitech' },
		seller: 'swati',
		ageHours: 982,
		pictures: ['logitech-keyboard-1.webp'],
	},
	{
		title: 'Dell wireless mouse with new battery',
		description:
			'Used one semester. Receiver is inside the battery cover. Smooth on any table, no double-click problem.',
		price: 420,
		condition: 'like-new',
		details: { works: 'yes', brand: 'Dell' },
		seller: 'lalrin',
		ageHours: 785,
		pictures: ['dell-mouse-1.webp', 'dell-mouse-2.webp'],
	},
	{
		title: 'Gaming mouse, 6 buttons, wired',
		description:
			'7200 DPI, side buttons programmable. Cable is a little bent near the plug but perfectly fine. Left the game, kept the marks.',
		price: 650,
		condition: 'fair',
		details: { works: 'yes' },
		seller: 'rohit',
		ageHours: 486,
		pictures: ['gaming-mouse-1.webp', 'gaming-mouse-2.webp'],
	},
	{
		title: 'Samsung T7 portable SSD, 500 GB',
		description:
			'Formatted and checked, 98 percent health, will show you the report. USB-C to C and C to A cables included.',
		price: 3600,
		condition: 'like-new',
		details: { works: 'yes', brand: 'Samsung' },
		seller: 'tenzin',
		ageHours: 1231,
		pictures: ['samsung-ssd-1.webp', 'samsung-ssd-2.webp', 'samsung-ssd-3.webp'],
	},
	{
		title: 'Two SanDisk pendrives, 64 GB and 32 GB',
		description:
			'Both work fine, good for lab submissions and bootable disks. Selling together only.',
		price: 480,
		condition: 'good',
		details: { works: 'yes', brand: 'SanDisk' },
		seller: 'swati',
		ageHours: 443,
		pictures: ['sandisk-pendrives-1.webp'],
	},
	{
		title: 'JBL Tune 510BT headphones',
		description:
			'Warm sound, battery lasts me a whole week of lectures. Ear cushions replaced in July. Charging cable and pouch included.',
		price: 1400,
		condition: 'good',
		details: { works: 'yes', brand: 'JBL' },
		seller: 'fatima',
		ageHours: 49,
		pictures: ['jbl-headphones-1.webp', 'jbl-headphones-2.webp', 'jbl-headphones-3.webp'],
	},
	{
		title: 'Sony wired headphones with mic',
		description:
			'Light, good for online interviews and long evenings in the reading room. Cable one metre twenty, no crackle.',
		price: 700,
		condition: 'good',
		details: { works: 'yes', brand: 'Sony' },
		seller: 'debjani',
		ageHours: 1045,
		pictures: ['sony-headphones-1.webp', 'sony-headphones-2.webp'],
	},
]);
