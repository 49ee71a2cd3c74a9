import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { inHours, sampleHandover, sampleReservation } from '#tests/support/deal-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { composer, messageTexts } from '#tests/support/fake-chat.ts';
import { fakeDeal } from '#tests/support/fake-deal.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const [ON_MY_WAY, LATE] = DEAL_MESSAGES.meetingMessages;
const advice = page.getByText(DEAL_MESSAGES.checkFirst);
const suggestion = (name: string) => page.getByRole('button', { name, exact: true });

/** Opens the seller's chat with a hand-over that is agreed for the given time. */
async function openChat(agreedSlot: string) {
	const handover = sampleHandover({ agreedSlot });
	const deal = fakeDeal({ role: 'seller', reservation: sampleReservation(), handover });
	await renderPage(deal.path, { as: STUDENT, width: 360 });
	return { ...deal, handover };
}

test('on the day of a hand-over, a click on a suggested message puts it into the input and does not send it', async () => {
	await openChat(inHours(0));
	await expect.element(advice).toBeVisible();
	await expectAccessible();

	await suggestion(ON_MY_WAY).click();
	await suggestion(LATE).click();

	await expect.element(composer).toHaveValue(LATE);
	await expect.element(composer).toHaveFocus();
	expect(messageTexts()).toEqual([]);
});

test('before the day of a hand-over, the chat shows safety advice but suggests no messages; once a side has said how it went, it shows no advice', async () => {
	const { handover, changeDeal, announceChange } = await openChat(inHours(48));
	await expect.element(advice).toBeVisible();
	expect(suggestion(ON_MY_WAY).elements()).toEqual([]);

	changeDeal({ handover: { ...handover, done: { buyer: true, seller: null } } });
	await announceChange();

	await expect.element(advice).not.toBeInTheDocument();
});
