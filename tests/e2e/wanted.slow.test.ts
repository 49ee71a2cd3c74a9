import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('a student posts a wanted item after an empty search, receives an offer from a seller, and closes the post', async () => {
	const word = `Ocarina ${randomUUID().slice(0, 8)}`;
	const [asker, seller] = [await signUpPerson('Meera'), await signUpPerson('Ravi')];

	// Ask from an empty search.
	const asking = await visit(`/category/All?q=${encodeURIComponent(word)}`, {
		as: asker,
		width: 360,
	});
	await asking.getByRole('link', { name: 'Ask for it' }).click();
	const form = asking.getByRole('dialog', { name: 'Ask for something' });
	await form.getByLabel('At most, in ₹').fill('500');
	await form.getByRole('button', { name: 'Post it' }).click();
	await asking.getByRole('heading', { name: word, level: 1 }).waitFor();
	await asking.getByText(WANTED_MESSAGES.noAnswers).waitFor();
	const address = new URL(asking.url()).pathname;

	// A seller finds it in the list and offers an item.
	const item = await postItemAs(seller, { title: `${word} in C`, price: 450 });
	const offering = await visit(`/wanted?q=${encodeURIComponent(word)}`, { as: seller });
	await offering.getByRole('link', { name: word }).click();
	await offering.waitForURL(address);
	await offering.getByRole('button', { name: 'I have this' }).click();
	await offering.getByRole('radio', { name: word }).check();
	await offering.getByRole('button', { name: 'Offer it' }).click();
	await offering.getByText(WANTED_MESSAGES.answered).waitFor();

	// The notification leads to the item, and the post shows it.
	await asking.goto('/notifications');
	await asking.getByText(`has it: ${word}`).first().click();
	await asking.waitForURL(`/item/${item}`);
	await asking.goto(address);
	await asking
		.getByRole('list', { name: 'Answers' })
		.getByRole('heading', { name: word })
		.waitFor();

	// Once closed, other users no longer find the post.
	await asking.getByRole('button', { name: 'Found it' }).click();
	await asking.getByText(WANTED_MESSAGES.found).waitFor();
	await offering.goto(address);
	await offering.getByRole('heading', { name: WANTED_ERRORS.notFound.message }).waitFor();
	expect(await offering.getByText('Meera').count()).toBe(0);
});
