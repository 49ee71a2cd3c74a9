import { join } from 'node:path';
import type { Details } from '#contract/catalogue/details.ts';
import type { InitialCategory } from '#contract/catalogue/facts.ts';
import type { Condition } from '#contract/items/facts.ts';
import type { PhotoFile } from '#server/features/photos/commands.ts';
import type { DemoStudentKey } from './people.ts';

/** An item of the demo. */
export interface DemoItem {
	title: string;
	description: string;
	/** Rupees. */
	price: number;
	category: InitialCategory;
	condition: Condition;
	/** Values by the keys of the category's detail fields. */
	details?: Details;
	/** Codes of the demo's subjects. */
	subjects?: readonly string[];
	/** The seller takes no offers. */
	isPriceFixed?: true;
	seller: DemoStudentKey;
	/** Age in hours at the time of seeding. */
	ageHours: number;
	/** One to four files of the folder `pictures`, the cover first. */
	pictures: readonly string[];
	soldHoursAgo?: number;
	ban?: { reason: string; hoursAgo: number };
}

export const PICTURES_FOLDER = join(import.meta.dirname, 'pictures');

/** A picture of the demo, as input for the photo pipeline. */
export function pictureFile(name: string): PhotoFile {
	return { name, path: join(PICTURES_FOLDER, name) };
}

/** All items of the demo, newest first. */
export const DEMO_ITEMS: readonly DemoItem[] = [
	{
		title: 'ThinkPad E14, Ryzen 5, 16 GB, 512 GB',
		description:
			'Bought in first year, I have moved to a desktop. Battery gives about five hours, screen and keyboard without a mark. Charger and sleeve included. Come and try it near the library after five.',
		price: 28500,
		category: 'Electronics',
		condition: 'like-new',
		details: {
			works: 'yes',
			brand: 'Lenovo',
		},
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
		title: 'Hercules city cycle with lock',
		description:
			'Blue, 26 inch, new rear tyre and brake pads in September. Lock with two keys, bell and carrier. Take it round the ground before you decide.',
		price: 3200,
		category: 'Essentials',
		condition: 'good',
		seller: 'rohit',
		ageHours: 9,
		pictures: ['hercules-cycle-1.webp', 'hercules-cycle-2.webp', 'hercules-cycle-3.webp'],
	},
	{
		title: 'Casio fx-991ES Plus calculator, two years old',
		description:
			'Allowed in all exams here and in many outside. Solar and battery both work. Cover included, my name scratched off the back.',
		price: 650,
		category: 'Instruments',
		condition: 'good',
		details: {
			brand: 'Casio',
		},
		seller: 'ananya',
		ageHours: 15,
		pictures: ['casio-fx-991es-1.webp', 'casio-fx-991es-2.webp'],
	},
	{
		title: 'Grewal, Higher Engineering Mathematics',
		description:
			'43rd edition. Pencil marks in the first three chapters only, easily rubbed. Covers all maths papers of the first two years. Meet at the canteen any day after four.',
		price: 380,
		category: 'Books',
		condition: 'good',
		details: {
			author: 'B.S. Grewal',
			edition: '43rd',
		},
		subjects: ['CS101', 'EC101', 'ME101'],
		seller: 'fatima',
		ageHours: 21,
		pictures: [
			'grewal-mathematics-1.webp',
			'grewal-mathematics-2.webp',
			'grewal-mathematics-3.webp',
		],
	},
	{
		title: 'First-year PYQs, 2019 to 2025, all branches',
		description:
			'End-sem and mid-sem papers of all ten subjects, sorted by subject and stapled. Half of them have solutions in pencil.',
		price: 150,
		category: 'PYQs',
		condition: 'good',
		details: {
			years: '2019–2025',
			exam: 'End-semester',
		},
		subjects: ['CS101', 'EC101', 'ME101'],
		seller: 'fatima',
		ageHours: 25,
		pictures: ['first-year-pyqs-1.webp', 'first-year-pyqs-2.webp'],
	},
	{
		title: 'Yamaha F310 acoustic guitar',
		description:
			'Warm tone, strings changed in October. Bag, capo and three picks included. Small ding at the back, has not hurt a song yet.',
		price: 6200,
		category: 'OTHERS',
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
		title: 'Mini drafter with sheet holder',
		description:
			'Omega, smooth, parallel in all directions (checked on the board). Scales not yellow. Sheet holder and pouch included.',
		price: 420,
		category: 'Instruments',
		condition: 'like-new',
		details: {
			brand: 'Omega',
		},
		seller: 'karthik',
		ageHours: 37,
		pictures: ['mini-drafter-1.webp', 'mini-drafter-2.webp', 'mini-drafter-3.webp'],
	},
	{
		title: 'LED study lamp with clip arm',
		description:
			'Bends in all directions, warm light, does not wake the roommate. USB powered, adapter included.',
		price: 380,
		category: 'Essentials',
		condition: 'like-new',
		seller: 'lalrin',
		ageHours: 41,
		pictures: ['study-lamp-1.webp'],
	},
	{
		title: 'Electric kettle, 1.5 L, Pigeon',
		description:
			'Boils in four minutes, switches off by itself. Descaled with lemon. Maggi, tea and eggs have all been made in it.',
		price: 480,
		category: 'Essentials',
		condition: 'good',
		seller: 'swati',
		ageHours: 54,
		pictures: ['pigeon-kettle-1.webp', 'pigeon-kettle-2.webp'],
	},
	{
		title: 'Cormen, Introduction to Algorithms',
		description:
			'Third edition, international print, hardcover. Heavy and worth it. Chapters on graphs and DP well thumbed. Placement season companion.',
		price: 650,
		category: 'Books',
		condition: 'fair',
		details: {
			isbn: '9780262033848',
			author: 'Thomas H. Cormen',
			edition: '3rd',
		},
		subjects: ['CS301', 'CS401'],
		seller: 'joel',
		ageHours: 61,
		pictures: ['cormen-algorithms-1.webp', 'cormen-algorithms-2.webp'],
	},
	{
		title: 'Arduino Uno R3 starter kit',
		description:
			'Board, breadboard, thirty jumper wires, servo, ultrasonic sensor, LEDs and resistors in a box. Everything was used in one mini project and works.',
		price: 1100,
		category: 'Electronics',
		condition: 'good',
		details: {
			works: 'yes',
			brand: 'Arduino',
		},
		seller: 'karthik',
		ageHours: 65,
		pictures: ['arduino-kit-1.webp', 'arduino-kit-2.webp'],
	},
	{
		title: 'Wildcraft backpack, 40 L',
		description:
			'Laptop sleeve, rain cover in the bottom pocket. Zips all run. Took it to Spiti and back.',
		price: 1100,
		category: 'OTHERS',
		condition: 'good',
		seller: 'tenzin',
		ageHours: 85,
		pictures: ['wildcraft-backpack-1.webp'],
	},
	{
		title: 'GATE CSE PYQs, 30 years, topic-wise',
		description:
			'Spiral bound in two parts with an answer key. Solved with short notes on the hard ones. No page missing.',
		price: 320,
		category: 'PYQs',
		condition: 'like-new',
		details: {
			years: '1996–2025',
			exam: 'Entrance',
		},
		subjects: ['CS301', 'CS402', 'CS403'],
		seller: 'ananya',
		ageHours: 94,
		pictures: ['gate-cse-pyqs-1.webp'],
	},
	{
		title: 'Office chair with wheels',
		description:
			'Mesh back, height adjusts. My back thanks it for two years of assignments. One armrest is a little loose.',
		price: 2100,
		category: 'Essentials',
		condition: 'fair',
		seller: 'joel',
		ageHours: 104,
		pictures: ['office-chair-1.webp'],
	},
	{
		title: 'Morris Mano, Digital Design',
		description: 'Fifth edition. K-maps filled in with pencil, sorry and you are welcome.',
		price: 280,
		category: 'Books',
		condition: 'good',
		details: {
			isbn: '9780132774208',
			author: 'M. Morris Mano',
			edition: '5th',
		},
		subjects: ['EC302', 'CS302'],
		seller: 'karthik',
		ageHours: 114,
		pictures: ['mano-digital-design-1.webp'],
		soldHoursAgo: 95,
	},
	{
		title: 'Yonex badminton racket with shuttles',
		description: 'Nanoray, strung at 22 lb in August. Tube of four shuttles and cover included.',
		price: 1150,
		category: 'OTHERS',
		condition: 'like-new',
		seller: 'tenzin',
		ageHours: 128,
		pictures: ['yonex-racket-1.webp'],
	},
	{
		title: 'Digital multimeter with probes',
		description:
			'Measures everything you need in BEE and electronics lab, continuity beep works. New 9 V battery. Pouch included.',
		price: 450,
		category: 'Electronics',
		condition: 'good',
		details: {
			works: 'yes',
		},
		seller: 'debjani',
		ageHours: 140,
		pictures: ['multimeter-1.webp'],
	},
	{
		title: 'Casio fx-991CW ClassWiz calculator',
		description:
			'Six months old, bill in the box. Faster menus than the old one. Selling as I ended up with two.',
		price: 1050,
		category: 'Instruments',
		condition: 'like-new',
		details: {
			brand: 'Casio',
		},
		seller: 'fatima',
		ageHours: 164,
		pictures: ['casio-fx-991cw-1.webp'],
	},
	{
		title: 'Old Atlas cycle, runs fine',
		description: 'Heavy, black, immortal. No gears to fail. Fifth owner, be the sixth.',
		price: 1100,
		category: 'Essentials',
		condition: 'fair',
		seller: 'harpreet',
		ageHours: 239,
		pictures: ['atlas-cycle-1.webp'],
		soldHoursAgo: 20,
	},
	{
		title: 'Third-sem CSE papers: DS, DLD, maths, OOP',
		description:
			'2018 onwards, printed both sides. Mid-sems included for data structures, where they repeat the most.',
		price: 100,
		category: 'PYQs',
		condition: 'good',
		details: {
			years: '2018–2025',
			exam: 'Mid-semester',
		},
		subjects: ['CS301', 'CS302', 'CS303'],
		seller: 'nidhi',
		ageHours: 269,
		pictures: ['third-sem-cse-papers-1.webp'],
		soldHoursAgo: 12,
	},
	{
		title: 'S.S. Bhavikatti, Structural Analysis set',
		description:
			'Both volumes, civil third year. Clean copies with one broken corner. Deflection tables photocopied inside.',
		price: 460,
		category: 'Books',
		condition: 'fair',
		details: {
			author: 'S.S. Bhavikatti',
		},
		subjects: ['CE501'],
		seller: 'bhavesh',
		ageHours: 276,
		pictures: ['bhavikatti-structures-1.webp'],
	},
	{
		title: 'Flash cards for OS, DBMS and networks',
		description:
			'About 180 cards, question in front, answer behind. Good for vivas and the bus. In a tin.',
		price: 140,
		category: 'PYQs',
		condition: 'like-new',
		details: {
			exam: 'Other',
		},
		subjects: ['CS402', 'CS403', 'CS501'],
		seller: 'joel',
		ageHours: 334,
		pictures: ['flash-cards-1.webp'],
	},
	{
		title: 'Redmi Note 12, 6 GB, 128 GB',
		description:
			'Fifteen months old, always in a cover and with glass on. Battery still a full day. Box, bill and charger there. Open to a fair offer.',
		price: 8900,
		category: 'Electronics',
		condition: 'like-new',
		details: {
			works: 'yes',
			brand: 'Xiaomi',
		},
		seller: 'nidhi',
		ageHours: 347,
		pictures: ['redmi-note-12-1.webp'],
	},
	{
		title: 'Aloe and snake plants in clay pots',
		description:
			'Grown from cuttings on our window sill. Water on Sundays, nothing more. Pots painted by me.',
		price: 160,
		category: 'OTHERS',
		condition: 'good',
		seller: 'debjani',
		ageHours: 376,
		pictures: ['aloe-plants-1.webp'],
		soldHoursAgo: 6,
	},
	{
		title: 'Cracking the Coding Interview',
		description:
			'Sixth edition, every page there. Worked examples ticked in pencil. Brought luck to two of us already.',
		price: 480,
		category: 'Books',
		condition: 'like-new',
		details: {
			isbn: '9780984782857',
			author: 'Gayle Laakmann McDowell',
			edition: '6th',
		},
		subjects: ['CS301'],
		seller: 'joel',
		ageHours: 399,
		pictures: ['coding-interview-1.webp'],
	},
	{
		title: 'Two SanDisk pendrives, 64 GB and 32 GB',
		description:
			'Both work fine, good for lab submissions and bootable disks. Selling together only.',
		price: 480,
		category: 'Electronics',
		condition: 'good',
		details: {
			works: 'yes',
			brand: 'SanDisk',
		},
		seller: 'swati',
		ageHours: 443,
		pictures: ['sandisk-pendrives-1.webp'],
	},
	{
		title: 'Civil PYQ folder, semesters 3 to 6',
		description:
			'Surveying, fluids, structures, soil. Numericals solved neatly on ruled sheets. Formula tables in the back pocket.',
		price: 220,
		category: 'PYQs',
		condition: 'good',
		details: {
			exam: 'End-semester',
		},
		subjects: ['CE301', 'CE401', 'CE501'],
		seller: 'bhavesh',
		ageHours: 513,
		pictures: ['civil-pyqs-1.webp'],
	},
	{
		title: 'Precision compass box, chrome',
		description:
			'Bow compass, extension bar, ink attachment, all in felt. Inherited from a senior in civil, now your turn.',
		price: 480,
		category: 'Instruments',
		condition: 'good',
		details: {
			brand: 'Unbranded',
		},
		seller: 'debjani',
		ageHours: 558,
		pictures: ['compass-box-1.webp'],
		soldHoursAgo: 140,
	},
	{
		title: 'Oppenheim, Signals and Systems',
		description:
			'Second edition, Pearson. Problems of chapters two to five solved in a notebook that I add free.',
		price: 370,
		category: 'Books',
		condition: 'good',
		details: {
			isbn: '9780138147570',
			author: 'Alan V. Oppenheim',
			edition: '2nd',
		},
		subjects: ['EC401'],
		seller: 'tenzin',
		ageHours: 570,
		pictures: ['oppenheim-signals-1.webp'],
	},
	{
		title: 'Tool kit: drivers, pliers, tester',
		description:
			'Screwdrivers of five sizes, nose pliers and a tester, all in a case. Has repaired half of Hostel 3.',
		price: 420,
		category: 'Instruments',
		condition: 'good',
		details: {
			brand: 'Unbranded',
		},
		seller: 'joel',
		ageHours: 649,
		pictures: ['tool-kit-1.webp'],
	},
	{
		title: 'MacBook Air M1, 8 GB, 256 GB',
		description:
			'Battery health 87 percent, one tiny dent near the port (see the lid). Used for coding and notes only. Original charger. Price a little flexible if you collect it this week.',
		price: 46000,
		category: 'Electronics',
		condition: 'good',
		details: {
			works: 'yes',
			brand: 'Apple',
		},
		seller: 'nidhi',
		ageHours: 732,
		pictures: ['macbook-air-1.webp', 'macbook-air-2.webp'],
	},
	{
		title: 'Steel water bottle, 1 litre',
		description:
			'Keeps cold till evening, or tea hot till the second lecture. One dent at the bottom. Washed with a proper brush.',
		price: 220,
		category: 'Essentials',
		condition: 'fair',
		seller: 'ananya',
		ageHours: 760,
		pictures: ['steel-bottle-1.webp'],
	},
	{
		title: 'OnePlus Nord CE 2',
		description:
			'Screen replaced at the service centre in March, bill available. Fast charger included. Good camera, I shot the whole fest with it.',
		price: 11500,
		category: 'Electronics',
		condition: 'good',
		details: {
			works: 'yes',
			brand: 'OnePlus',
		},
		seller: 'joel',
		ageHours: 845,
		pictures: ['oneplus-nord-1.webp'],
		soldHoursAgo: 30,
	},
	{
		title: 'Full-length mirror',
		description:
			'Four feet, wooden frame, stands on its own. No cracks. For interviews and for convocation day.',
		price: 650,
		category: 'Essentials',
		condition: 'good',
		seller: 'fatima',
		ageHours: 906,
		pictures: ['mirror-1.webp'],
	},
	{
		title: 'Ready-made lab records, third semester',
		description:
			'All practical files for CSE and ECE written and drawn, only your name to fill in. Collect from the photocopy shop.',
		price: 600,
		category: 'PYQs',
		condition: 'good',
		details: {
			exam: 'Other',
		},
		subjects: ['CS301', 'EC301'],
		seller: 'bhavesh',
		ageHours: 952,
		pictures: ['lab-records-1.webp'],
		ban: {
			reason:
				'Selling finished lab records to hand in as your own breaks the college rules on academic honesty.',
			hoursAgo: 290,
		},
	},
	{
		title: 'Navathe, Fundamentals of Database Systems',
		description: 'Seventh edition. ER diagrams solved on sheets, included. No torn pages.',
		price: 420,
		category: 'Books',
		condition: 'good',
		details: {
			isbn: '9780133970777',
			author: 'Elmasri, Navathe',
			edition: '7th',
		},
		subjects: ['CS403'],
		seller: 'joel',
		ageHours: 1015,
		pictures: ['navathe-database-systems-1.webp'],
	},
	{
		title: 'Kids guitar in violet, travel size',
		description: 'Three quarters size, easy for small hands and for trains. Tuning pegs hold.',
		price: 2400,
		category: 'OTHERS',
		condition: 'good',
		seller: 'lalrin',
		ageHours: 1030,
		pictures: ['violet-guitar-1.webp'],
	},
	{
		title: 'LG 22 inch IPS monitor, full HD',
		description:
			'No dead pixels, HDMI cable and adapter included. My roommate and I used it for CAD and the World Cup. You need to carry it from Hostel 4, I will help to the gate.',
		price: 5200,
		category: 'Electronics',
		condition: 'good',
		details: {
			works: 'yes',
			brand: 'LG',
		},
		seller: 'harpreet',
		ageHours: 1129,
		pictures: ['lg-monitor-1.webp'],
	},
	{
		title: 'Study table with two drawers',
		description:
			'Solid wood, heavy, one knob replaced. Fits under the hostel window. Needs two people and a little patience on the stairs.',
		price: 1900,
		category: 'Essentials',
		condition: 'good',
		seller: 'ananya',
		ageHours: 1163,
		pictures: ['study-table-1.webp', 'study-table-2.webp'],
	},
	{
		title: 'Galvin, Operating System Concepts',
		description:
			'Ninth edition. Highlighter on scheduling and deadlocks, otherwise clean. Slides printed and kept inside.',
		price: 380,
		category: 'Books',
		condition: 'good',
		details: {
			isbn: '9781118063330',
			author: 'Silberschatz, Galvin',
			edition: '9th',
		},
		subjects: ['CS402'],
		isPriceFixed: true,
		seller: 'ananya',
		ageHours: 1375,
		pictures: ['galvin-operating-systems-1.webp', 'galvin-operating-systems-2.webp'],
	},
];
