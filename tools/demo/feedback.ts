import type { FEEDBACK_CATEGORIES } from '#contract/feedback/facts.ts';
import type { Db } from '#server/db/client.ts';
import { insertFeedback } from '#server/features/feedback/queries.ts';
import { DEMO_STUDENTS, type DemoStudentKey } from './people.ts';

interface DemoFeedback {
	from: DemoStudentKey;
	rating: number;
	category: (typeof FEEDBACK_CATEGORIES)[number];
	text: string;
	hoursAgo: number;
	/** An administrator's decision; pending without one. */
	review?: 'featured' | 'shown' | 'rejected';
}

/** The demo's feedback, oldest first, so that ids grow with time. */
export const DEMO_FEEDBACK: readonly DemoFeedback[] = [
	{
		from: 'rohit',
		rating: 5,
		category: 'general',
		text: 'Sold my first-year books in two days, all to juniors of my own branch. I could tell each of them which chapters matter.',
		hoursAgo: 1100,
		review: 'featured',
	},
	{
		from: 'fatima',
		rating: 5,
		category: 'product',
		text: 'I found a scientific calculator the night before the internal test. The chat made it easy to fix a place and a time.',
		hoursAgo: 930,
		review: 'featured',
	},
	{
		from: 'harpreet',
		rating: 4,
		category: 'suggestion',
		text: 'Very useful. A way to say "swap for" instead of a price would be nice for sports things.',
		hoursAgo: 820,
		review: 'shown',
	},
	{
		from: 'debjani',
		rating: 5,
		category: 'product',
		text: 'Photos straight from the phone, a price, done. Two people had written about my drafter before I had put the phone away.',
		hoursAgo: 700,
		review: 'featured',
	},
	{
		from: 'bhavesh',
		rating: 1,
		category: 'general',
		text: 'asdf asdf test test',
		hoursAgo: 640,
		review: 'rejected',
	},
	{
		from: 'karthik',
		rating: 4,
		category: 'service',
		text: 'A buyer did not turn up twice. I reported it, and somebody really looked into it within a day.',
		hoursAgo: 520,
		review: 'featured',
	},
	{
		from: 'tenzin',
		rating: 5,
		category: 'general',
		text: 'In the last week before I went home I sold a cycle, a kettle and a mattress. Nothing had to be thrown out.',
		hoursAgo: 410,
		review: 'featured',
	},
	{
		from: 'nidhi',
		rating: 5,
		category: 'service',
		text: 'I like that only people of our college are here. Meeting at the library gate feels safe, even for a laptop.',
		hoursAgo: 300,
		review: 'featured',
	},
	{
		from: 'lalrin',
		rating: 4,
		category: 'product',
		text: 'The question papers of the last five years in one place saved me a week of asking around. Thank you, whoever scanned them so straight.',
		hoursAgo: 200,
		review: 'featured',
	},
	{
		from: 'ananya',
		rating: 5,
		category: 'general',
		text: 'My old laptop now helps a second-year with her first programs. She writes to me when she is stuck, and I enjoy that.',
		hoursAgo: 120,
		review: 'featured',
	},
	{
		from: 'swati',
		rating: 3,
		category: 'suggestion',
		text: 'Please let us filter by hostel. Crossing the campus for an extension box is a lot.',
		hoursAgo: 30,
	},
	{
		from: 'joel',
		rating: 4,
		category: 'product',
		text: 'Works well on my phone. Search even found the book when I had misspelt the author.',
		hoursAgo: 9,
	},
	{
		from: 'rohit',
		rating: 2,
		category: 'service',
		text: 'Waited three days for a reply from a seller. A hint how fast somebody answers would help.',
		hoursAgo: 2,
	},
];

interface SeededIds {
	/** Ids by key. */
	students: ReadonlyMap<string, number>;
	/** The administrator who reviewed the feedback. */
	adminId: number;
}

/** Inserts the feedback of the demo's students. Most of it is public, some is pending. */
export async function insertDemoFeedback(db: Db, { students, adminId }: SeededIds): Promise<void> {
	for (const { from, rating, category, text, hoursAgo, review } of DEMO_FEEDBACK) {
		const student = DEMO_STUDENTS.find(({ key }) => key === from);
		const isShown = review === 'featured' || review === 'shown';
		await insertFeedback(db, {
			userId: students.get(from) ?? null,
			name: student?.userName ?? '',
			email: student?.email ?? '',
			rating,
			category,
			feedback: text,
			createdAt: hoursAgoDate(hoursAgo),
			...(review && {
				status: isShown ? 'approved' : 'rejected',
				isPublic: isShown,
				isFeatured: review === 'featured',
				reviewedBy: adminId,
				reviewedAt: hoursAgoDate(hoursAgo / 2),
			}),
		});
	}
}

const hoursAgoDate = (hours: number) => new Date(Date.now() - hours * 3_600_000);
