import { describe, expect, test } from 'vitest';
import { eq, sql } from '#server/db/drizzle.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { openApp } from '#tests/support/app.ts';
import { insertFeedback, type NewFeedback } from './queries.ts';

const t = await openApp();
const nobody = t.as(null);

let count = 0;
/** A form with an email address that was not used before. */
const form = (changes: object = {}) => ({
	name: 'Meera',
	email: `meera${count++}@campus.example`,
	rating: 5,
	category: 'product',
	feedback: 'Sold my drafter in a day.',
	...changes,
});

const storedOf = (email: string) => t.db.select().from(feedback).where(eq(feedback.email, email));

const insertApproved = (changes: Partial<NewFeedback> = {}) =>
	insertFeedback(t.db, {
		...form(),
		status: 'approved',
		isPublic: true,
		isFeatured: true,
		reviewedAt: new Date(),
		...changes,
	});

interface PublicEntry {
	feedback: string;
}
const publicTextsAt = async (query: string): Promise<string[]> => {
	const res = await nobody.get(`/feedback/public${query}`);
	expect(res.statusCode).toBe(200);
	return res.json().feedbacks.map((entry: PublicEntry) => entry.feedback);
};

describe('feedback', () => {
	test('a visitor’s feedback is accepted and stored as pending, neither public nor featured', async () => {
		const sent = form({ name: '  Meera ', email: 'Meera.New@Campus.example', rating: '4' });

		const res = await nobody.post('/feedback/submit', sent);

		expect(res.statusCode).toBe(201);
		expect(res.json()).toEqual({ success: true, message: 'Feedback submitted successfully.' });
		expect(await storedOf('meera.new@campus.example')).toMatchObject([
			{
				name: 'Meera',
				rating: 4,
				category: 'product',
				feedback: 'Sold my drafter in a day.',
				userId: null,
				status: 'pending',
				isPublic: false,
				isFeatured: false,
			},
		]);
	});

	test('feedback is stored with the id of a signed-in user, without one for an invalid token, and “general” without a category; in the name of the staff it is refused', async () => {
		const student = await t.student();
		const [ofUser, { category: _, ...withoutCategory }] = [form(), form()];
		const ofStaff = form({ name: 'Passdown Support' });

		await t.as(student).post('/feedback/submit', ofUser);
		await t.as({ token: 'abc.def.ghi' }).post('/feedback/submit', withoutCategory);
		const refused = await nobody.post('/feedback/submit', ofStaff);

		expect(await storedOf(ofUser.email)).toMatchObject([{ userId: student.id }]);
		expect(await storedOf(withoutCategory.email)).toMatchObject([
			{ userId: null, category: 'general' },
		]);
		expect([refused.statusCode, refused.json().code]).toEqual([400, 'person/name-reserved']);
		expect(await storedOf(ofStaff.email)).toEqual([]);
	});
});

describe('repeated feedback', () => {
	test('the same feedback text from the same address is stored once while it is pending, and again after its rejection; other texts and addresses are stored', async () => {
		const sent = form();
		const otherForm = form({ feedback: sent.feedback });

		const responses = await Promise.all(
			Array.from({ length: 5 }, () => nobody.post('/feedback/submit', sent)),
		);

		expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
		expect(await storedOf(sent.email)).toHaveLength(1);
		await nobody.post('/feedback/submit', otherForm);
		expect(await storedOf(otherForm.email)).toHaveLength(1);
		await nobody.post('/feedback/submit', { ...sent, feedback: 'One more thing.' });
		expect(await storedOf(sent.email)).toHaveLength(2);
		await t.db
			.update(feedback)
			.set({ status: 'rejected', reviewedAt: sql`now()` })
			.where(eq(feedback.email, sent.email));
		await nobody.post('/feedback/submit', sent);
		expect(await storedOf(sent.email)).toHaveLength(3);
	});
});

describe('testimonials', () => {
	test('testimonials are the approved public feedback, newest first, with the name but without the email address, or only the featured ones', async () => {
		await insertApproved({ feedback: 'older', name: 'Arjun', rating: 4, category: 'service' });
		await insertApproved({ feedback: 'newer' });
		await insertApproved({ feedback: 'approved only', isPublic: false, isFeatured: false });
		await insertFeedback(t.db, form({ feedback: 'pending' }) as NewFeedback);
		await insertApproved({
			feedback: 'rejected',
			status: 'rejected',
			isPublic: false,
			isFeatured: false,
		});

		const res = await nobody.get('/feedback/public?limit=2');

		expect(res.json().feedbacks).toMatchObject([{ feedback: 'newer' }, { feedback: 'older' }]);
		expect(res.json().feedbacks[1]).toEqual({
			id: expect.any(Number),
			name: 'Arjun',
			rating: 4,
			category: 'service',
			feedback: 'older',
			createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		});
		expect(res.body).not.toContain('@');
		const publicTexts = await publicTextsAt('?limit=100');
		expect(publicTexts).not.toContain('approved only');
		expect(publicTexts).not.toContain('pending');
		expect(publicTexts).not.toContain('rejected');
		await insertApproved({ feedback: 'plain', isFeatured: false });
		await insertApproved({ feedback: 'featured' });
		expect((await publicTextsAt('?featured=true'))[0]).toBe('featured');
		expect(await publicTextsAt('?featured=true&limit=100')).not.toContain('plain');
		for (const query of ['?featured=false&limit=2', '?limit=2'])
			expect(await publicTextsAt(query)).toEqual(['featured', 'plain']);
	});

	test('a request for testimonials gets six by default and a hundred at most', async () => {
		await Promise.all(Array.from({ length: 102 }, () => insertApproved()));

		expect(await publicTextsAt('')).toHaveLength(6);
		expect(await publicTextsAt('?limit=6&featured=true')).toHaveLength(6);
		expect(await publicTextsAt('?limit=7')).toHaveLength(7);
		expect(await publicTextsAt('?limit=1000')).toHaveLength(100);
	});
});
