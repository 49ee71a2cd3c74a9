import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { listDeals } from '#contract/deals/endpoints.ts';
import { MY_DEALS_MESSAGES } from '#contract/deals/messages.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import {
	inHours,
	sampleDeal,
	sampleOffer,
	sampleReservation,
	sampleSale,
} from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const rows = page.getByRole('tabpanel').getByRole('link');

function listedDeal(title: string, changes: Partial<Deal> = {}) {
	const item = sampleItem({ title, userId: 99 });
	const other = { id: 99, userName: 'Meera' };
	return { ...sampleDeal({ itemId: item.id, ...changes }), item, other };
}

function reply(deals: ReturnType<typeof listedDeal>[], nextCursor: string | null = null) {
	return { success: true as const, deals, nextCursor };
}

test('the list of deals shows each deal’s item, other person, state and next step', async () => {
	const buying = listedDeal('Drafter', { offer: sampleOffer(), actions: ['withdraw-offer'] });
	const selling = listedDeal('Kettle', {
		role: 'seller',
		buyerId: 99,
		sellerId: STUDENT.id,
		offer: sampleOffer(),
	});
	const agreed = listedDeal('Lamp', { reservation: sampleReservation() });
	fakeApi.answer(listDeals, reply([buying, selling, agreed]));
	await renderPage('/my-deals', { as: STUDENT, width: 360 });

	await expect
		.element(rows.nth(0))
		.toMatchTextContent(/Drafter ?₹850 ?Meera ?Your offer of ₹360 is open ?Meera can answer until/);
	await expect.element(rows.nth(0)).toHaveAttribute('href', `/chat/99/${buying.itemId}`);
	await expect.element(rows.nth(1)).toMatchTextContent(/Kettle ?₹850 ?Meera ?Meera offers ₹360/);
	await expect.element(rows.nth(1)).toHaveAttribute('href', `/chat/${selling.itemId}/99`);
	await expect.element(rows.nth(2)).toMatchTextContent(/Lamp ?Agreed: ₹400 Asked: ₹850 ?Meera/);
	await expectAccessible();
	expect(document.title).toContain('My deals');
});

test('the filters of the list of deals, by state and by role, are in the URL', async () => {
	const sale = sampleSale({ completedAt: inHours(-30), confirmed: 'yes' });
	fakeApi.answer(listDeals, ({ query }) =>
		reply([listedDeal(`${query.state} ${query.role ?? 'both'}`, { sale })]),
	);
	await renderPage('/my-deals', { as: STUDENT });
	await expect.element(page.getByText('open both')).toBeVisible();

	await page.getByRole('tab', { name: MY_DEALS_MESSAGES.done }).click();
	await expect.element(page.getByText('done both')).toBeVisible();
	await page.getByText(MY_DEALS_MESSAGES.seller, { exact: true }).click();

	await expect.element(page.getByText('done seller')).toBeVisible();
	expect(window.location.search).toBe('?state=done&role=seller');
});

test('a change of a deal is shown at once in the list of deals', async () => {
	const deal = listedDeal('Drafter', { offer: sampleOffer() });
	fakeApi.answer(listDeals, reply([deal]));
	await renderPage('/my-deals', { as: STUDENT });
	await expect.element(page.getByText('Your offer of ₹360 is open')).toBeVisible();

	fakeApi.answer(listDeals, reply([{ ...deal, offer: null, sale: sampleSale() }]));
	await fakeRealtime.emit(REALTIME_EVENTS.dealChanged, {
		itemId: deal.itemId,
		buyerId: STUDENT.id,
	});

	await expect.element(page.getByText('Did you get it?')).toBeVisible();
});
