import { expect, test } from 'vitest';
import { NOTIFICATION_ERRORS } from '#contract/notifications/errors.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { openOutbox, tokenInMail } from '#tests/support/outbox.ts';
import { drawing } from '#tests/support/test-images.ts';

const t = await openApp();
const outbox = await openOutbox(t);
const seller = await t.student();

async function postItem(title: string): Promise<void> {
	const photo = { field: 'images', name: 'photo.png', bytes: await drawing().png().toBuffer() };
	const res = await t.as(seller).form('POST', '/item/add-item', { ...ITEM_FIELDS, title }, [photo]);
	expect(res.statusCode).toBe(201);
}

async function createSearcher(...queries: string[]) {
	const student = await t.student({ emailConfirmedAt: new Date() });
	for (const query of queries) await t.as(student).post('/searches', { query, alert: 'instant' });
	return student;
}
const alertsOf = async (who: { token: string }) =>
	(await t.as(who).get('/searches'))
		.json()
		.searches.map(({ name, alert }: { name: string; alert: string }) => [name, alert]);

test('posting an item mails users whose saved search matches it, with a link to the listing', async () => {
	const student = await createSearcher('q=sextant&category=Instruments');

	await postItem('Brass sextant');

	const mail = await outbox.waitForMail(student.email);
	expect(mail.subject).toBe('New: “sextant” in Instruments');
	expect(mail.text).toContain('Brass sextant');
	expect(mail.text).toContain(
		'See the new items:\nhttps://market.example/category/Instruments?q=sextant\n',
	);
	expect(mail.text).toContain('End this alert:\nhttps://market.example/unsubscribe#token=');
});

test('the one-click unsubscribe link of an alert mail ends only that alert, and succeeds again, even after the search was removed', async () => {
	const student = await createSearcher('q=astrolabe', 'q=compass');
	await postItem('Astrolabe');
	const mail = await outbox.waitForMail(student.email);
	const token = tokenInMail(mail);
	expect(mail.unsubscribe).toBe(`https://market.example/api/unsubscribe/${token}`);

	const res = await t.as(null).call('POST', `/unsubscribe/${token}`, {
		payload: 'List-Unsubscribe=One-Click',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
	});

	expect(res.json()).toEqual({
		success: true,
		message: NOTIFICATION_MESSAGES.alertEnded,
		kind: 'search-alert',
		searchName: '“astrolabe”',
	});
	expect(await alertsOf(student)).toEqual([
		['“compass”', 'instant'],
		['“astrolabe”', 'off'],
	]);
	await postItem('Compass');
	expect((await outbox.waitForMail(student.email, 2)).subject).toBe('New: “compass”');

	const again = await t.as(null).post(`/unsubscribe/${token}`);
	expect(again.json()).toMatchObject({ searchName: '“astrolabe”' });
	const { searches } = (await t.as(student).get('/searches')).json();
	for (const { id } of searches) await t.as(student).delete(`/searches/${id}`);
	const afterwards = await t.as(null).post(`/unsubscribe/${token}`);
	expect(afterwards.statusCode).toBe(200);
	expect(afterwards.json()).not.toHaveProperty('searchName');
});

test('a mailed link to end an alert is refused when its search, user or kind of notification was altered', async () => {
	const student = await createSearcher('q=gyroscope');
	await postItem('Gyroscope');
	const token = tokenInMail(await outbox.waitForMail(student.email));
	const [, id = ''] = /^search-alert-\d+-(\d+)-/.exec(token) ?? [];
	const forged = [
		token.replace(`-${id}-`, `-${Number(id) + 1}-`),
		token.replace(`search-alert-${student.id}`, `search-alert-${student.id + 1}`),
		token.replace('search-alert', 'price-drop'),
		token.replace(`-${id}-`, '-'),
	];

	for (const other of forged) {
		const res = await t.as(null).post(`/unsubscribe/${other}`);
		expect(res.statusCode).toBe(400);
		expect(res.json()).toMatchObject(NOTIFICATION_ERRORS.linkExpired);
	}
	expect(await alertsOf(student)).toEqual([['“gyroscope”', 'instant']]);
});
