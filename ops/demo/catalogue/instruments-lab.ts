import { type DemoItem, listedUnder } from '../item.ts';

export const LAB_INSTRUMENTS: readonly DemoItem[] = listedUnder('Instruments', [
	{
		title: 'Casio fx-991ES Plus calculator, two years old',
		description:
			'Allowed in all exams here and in many outside. Solar and battery both work. Cover included, my name scratched off the back.',
		price: 650,
		seller: 'ananya',
		ageHours: 15,
		shows: ['calculator', 'slate', 0, 'front', 'other', 'desk'],
	},
	{
		title: 'Casio fx-991CW ClassWiz calculator',
		description:
			'Six months old, bill in the box. Faster menus than the old one. Selling as I ended up with two.',
		price: 1050,
		seller: 'fatima',
		ageHours: 164,
		shows: ['calculator', 'graphite', 1, 'front', 'kit', 'close'],
	},
	{
		title: 'Casio fx-82MS calculator, reliable',
		description:
			'First-year exams allow this one. One corner has a bite mark from nobody knows whom. All keys respond.',
		price: 300,
		seller: 'bhavesh',
		ageHours: 715,
		shows: ['calculator', 'steel', 2, 'room', 'tall front'],
	},
	{
		title: 'Scientific calculator, Orpat, blue',
		description: 'Good backup for exam day. New button cell put in last week.',
		price: 200,
		seller: 'swati',
		ageHours: 199,
		shows: ['calculator', 'ocean', 3, 'desk'],
		soldHoursAgo: 8,
	},
	{
		title: 'Vernier caliper, 150 mm, stainless steel',
		description:
			'Least count 0.02, no zero error that I could find. In its wooden box. For workshop and metrology lab.',
		price: 450,
		seller: 'harpreet',
		ageHours: 366,
		shows: ['vernierCaliper', 'graphite', 0, 'front', 'kit'],
	},
	{
		title: 'Micrometer 0 to 25 mm',
		description: 'Ratchet works, spanner included. Kept oiled. Used in three lab sessions only.',
		price: 520,
		seller: 'rohit',
		ageHours: 121,
		shows: ['micrometer', 'slate', 0, 'front', 'desk', 'close'],
	},
	{
		title: 'Lab coat, size M, white',
		description:
			'Washed and ironed, all buttons there. Full sleeves as the chemistry lab wants. Pens not included.',
		price: 180,
		seller: 'fatima',
		ageHours: 1147,
		shows: ['labCoat', 'plum', 0, 'front', 'room'],
	},
	{
		title: 'Lab coat, size L, with name tag pocket',
		description:
			'A faint blue stain near the cuff from copper sulphate, a true veteran. Otherwise spotless.',
		price: 150,
		seller: 'tenzin',
		ageHours: 314,
		shows: ['labCoat', 'teal', 0, 'room', 'tall front'],
	},
	{
		title: 'Safety helmet for site visits',
		description:
			'ISI marked, inside straps adjust. Needed for civil surveys and the industrial visit. Yellow goes with everything.',
		price: 160,
		seller: 'bhavesh',
		ageHours: 887,
		shows: ['safetyHelmet', 'marigold', 0, 'yard', 'front'],
	},
	{
		title: 'Tool kit: drivers, pliers, tester',
		description:
			'Screwdrivers of five sizes, nose pliers and a tester, all in a case. Has repaired half of Hostel 3.',
		price: 420,
		seller: 'joel',
		ageHours: 649,
		shows: ['toolKit', 'coral', 0, 'front', 'desk', 'close'],
	},
]);
