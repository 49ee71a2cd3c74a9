import type { Spot } from '#contract/catalogue/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { spots } from '#server/db/schema/catalogue.ts';

/** The demo's spots for hand-overs. The food court is open past midnight. */
const SPOTS: readonly Omit<Spot, 'id'>[] = [
	{
		name: 'Central library steps',
		hint: 'At the foot of the steps, by the notice board',
		opens: '08:00',
		closes: '22:00',
	},
	{ name: 'Main gate', hint: 'Beside the security cabin', opens: '06:00', closes: '22:30' },
	{
		name: 'Boys’ hostel gate',
		hint: 'Outside, by the cycle stand of block A',
		opens: '07:00',
		closes: '22:00',
	},
	{
		name: 'Girls’ hostel gate',
		hint: 'At the visitors’ bench by the warden’s office',
		opens: '07:00',
		closes: '21:00',
	},
	{ name: 'Canteen', hint: 'Tables next to the juice counter', opens: '08:30', closes: '20:30' },
	{
		name: 'Night food court',
		hint: 'Under the neem tree, opposite the Maggi stall',
		opens: '18:00',
		closes: '02:00',
	},
	{
		name: 'Academic block lobby',
		hint: 'Ground floor, by the lifts',
		opens: '08:00',
		closes: '18:00',
	},
	{
		name: 'Workshop entrance',
		hint: 'Mechanical side, by the drawing hall',
		opens: '09:00',
		closes: '17:00',
	},
	{
		name: 'Lecture hall complex',
		hint: 'Water cooler outside LH-1',
		opens: '08:00',
		closes: '19:00',
	},
	{
		name: 'Stationery and xerox shop',
		hint: 'In front of the counter',
		opens: '09:00',
		closes: '20:00',
	},
	{
		name: 'Sports ground pavilion',
		hint: 'First row of seats, near the scoreboard',
		opens: '06:00',
		closes: '20:00',
	},
	{ name: 'Campus bus stop', hint: 'Under the shelter', opens: '07:00', closes: '21:30' },
];

/** Inserts the spots. An installation without the demo starts without any. */
export async function insertDemoSpots(tx: Db): Promise<void> {
	await tx.insert(spots).values(SPOTS.map((spot, position) => ({ ...spot, position })));
}
