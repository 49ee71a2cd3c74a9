import { type DemoItem, itemsInCategory } from '#tools/demo/demo-item.ts';

/** Demo items: calculators and lab equipment. */
export const LAB_INSTRUMENTS: readonly DemoItem[] = itemsInCategory('Instruments', [
	{
		title: 'Casio fx-991ES Plus calculator, two years old',
		description:
			'Allowed in all exams here and in many outside. Solar and battery both work. Cover included, my name scratched off the back.',
		price: 650,
		condition: 'good',
		details: { brand: 'Casio' },
		seller: 'ananya',
		ageHours: 15,
		pictures: ['casio-fx-991es-1.webp', 'casio-fx-991es-2.webp', 'casio-fx-991es-3.webp'],
	},
	{
		title: 'Casio fx-991CW ClassWiz calculator',
		description:
			'Six months old, bill in the box. Faster menus than the old one. Selling as I ended up with two.',
		price: 1050,
		condition: 'like-new',
		details: { brand: 'Casio' },
		seller: 'fatima',
		ageHours: 164,
		pictures: ['casio-fx-991cw-1.webp', 'casio-fx-991cw-2.webp', 'casio-fx-991cw-3.webp'],
	},
	{
		title: 'Casio fx-82MS calculator, reliable',
		description:
			'First-year exams allow this one. One corner has a bite mark from nobody knows whom. All keys respond.',
		price: 300,
		condition: 'fair',
		details: { brand: 'Casio' },
		seller: 'bhavesh',
		ageHours: 715,
		pictures: ['casio-fx-82ms-1.webp', 'casio-fx-82ms-2.webp'],
	},
	{
		title: 'Scientific calculator, Orpat, blue',
		description: 'Good backup for exam day. New button cell put in last week.',
		price: 200,
		condition: 'good',
		details: { brand: 'Orpat' },
		seller: 'swati',
		ageHours: 199,
		pictures: ['orpat-calculator-1.webp'],
		soldHoursAgo: 8,
	},
	{
		title: 'Vernier caliper, 150 mm, stainless steel',
		description:
			'Least count 0.02, no zero error that I could find. In its wooden box. For workshop and metrology lab.',
		price: 450,
		condition: 'like-new',
		details: { brand: 'Unbranded' },
		seller: 'harpreet',
		ageHours: 366,
		pictures: ['vernier-caliper-1.webp', 'vernier-caliper-2.webp'],
	},
	{
		title: 'Micrometer 0 to 25 mm',
		description: 'Ratchet works, spanner included. Kept oiled. Used in three lab sessions only.',
		price: 520,
		condition: 'like-new',
		details: { brand: 'Unbranded' },
		seller: 'rohit',
		ageHours: 121,
		pictures: ['micrometer-1.webp', 'micrometer-2.webp', 'micrometer-3.webp'],
	},
	{
		title: 'Lab coat, size M, white',
		description:
			'Washed and ironed, all buttons there. Full sleeves as the chemistry lab wants. Pens not included.',
		price: 180,
		condition: 'like-new',
		details: { brand: 'Unbranded' },
		seller: 'fatima',
		ageHours: 1147,
		pictures: ['lab-coat-m-1.webp', 'lab-coat-m-2.webp'],
	},
	{
		title: 'Lab coat, size L, with name tag pocket',
		description:
			'A faint blue stain near the cuff from copper sulphate, a true veteran. Otherwise spotless.',
		price: 150,
		condition: 'fair',
		details: { brand: 'Unbranded' },
		seller: 'tenzin',
		ageHours: 314,
		pictures: ['lab-coat-l-1.webp', 'lab-coat-l-2.webp'],
	},
	{
		title: 'Safety helmet for site visits',
		description:
			'ISI marked, inside straps adjust. Needed for civil surveys and the industrial visit. Yellow goes with everything.',
		price: 160,
		condition: 'good',
		details: { brand: 'Unbranded' },
		seller: 'bhavesh',
		ageHours: 887,
		pictures: ['safety-helmet-1.webp', 'safety-helmet-2.webp'],
	},
	{
		title: 'Tool kit: drivers, pliers, tester',
		description:
			'Screwdrivers of five sizes, nose pliers and a tester, all in a case. Has repaired half of Hostel 3.',
		price: 420,
		condition: 'good',
		details: { brand: 'Unbranded' },
		seller: 'joel',
		ageHours: 649,
		pictures: ['tool-kit-1.webp', 'tool-kit-2.webp', 'tool-kit-3.webp'],
	},
]);
