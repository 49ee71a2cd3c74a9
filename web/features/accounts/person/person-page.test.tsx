import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getPerson } from '#contract/accounts/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { getAllItems, listItems } from '#contract/items/endpoints.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakePerson } from '#tests/support/fake-person.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const name = page.getByRole('heading', { level: 1 });
const items = page.getByRole('region', { name: 'On sale' }).getByRole('listitem');
const menu = page.getByRole('button', { name: /^More about/ });
const notFound = page.getByRole('heading', { name: AUTH_ERRORS.userNotFound.message });

test('a seller’s page shows name, month of joining, numbers of items on sale and sold, reply time, and the items on sale', async () => {
	const { id, userName } = fakePerson({ onSale: 1, sold: 12, replyMinutes: 50 });
	const item = sampleItem({ userId: id, title: 'Slide rule' });
	fakeApi.answer(listItems, { items: [item], nextCursor: null, total: 1 });
	await renderPage(`/people/${id}`);

	await expect.element(name).toMatchTextContent(userName);
	await expect.element(page.getByText('Joined January 2026')).toBeVisible();
	await expect.element(page.getByText('1 on sale')).toBeVisible();
	await expect.element(page.getByText('12 sold')).toBeVisible();
	await expect.element(page.getByText('Usually answers within an hour')).toBeVisible();
	const link = items.getByRole('link', { name: 'Explore This Slide rule' });
	await expect.element(link).toHaveAttribute('href', `/item/${item.id}`);
	expect(fakeApi.requests(listItems)[0]?.query).toMatchObject({ seller: id });
	expect(document.title).toMatch(/^Vikram · /);
	await expect.element(menu).not.toBeInTheDocument();
});

test('scrolling down a seller’s page loads the rest of the seller’s items', async () => {
	const total = ITEM_LIMITS.pageDefault + 1;
	const { id } = fakePerson({ onSale: total });
	const all = Array.from({ length: total }, (_, index) => sampleItem({ title: `Pad ${index}.` }));
	fakeApi.answer(listItems, ({ query }) =>
		query.cursor === undefined
			? { items: all.slice(0, -1), nextCursor: '9', total }
			: { items: all.slice(-1), nextCursor: null, total },
	);
	await renderPage(`/people/${id}`);
	await expect.element(items.first()).toBeVisible();

	page.getByRole('button', { name: 'Show more' }).element().scrollIntoView();

	await expect.element(items.getByText(`Pad ${total - 1}.`)).toBeInTheDocument();
	expect(items.elements()).toHaveLength(total);
});

test('when a user is deleted after their page was loaded, the page changes to “not found”', async () => {
	vi.useFakeTimers();
	const { id, userName } = fakePerson();
	await renderPage(`/people/${id}`);
	await expect.element(name).toMatchTextContent(userName);

	fakeApi.answer(getAllItems, []);
	fakeApi.answer(getPerson, refuse(404, AUTH_ERRORS.userNotFound));
	await vi.advanceTimersByTimeAsync(60_000);
	window.dispatchEvent(new Event('visibilitychange'));

	await expect.element(notFound).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'See what is on sale' })).toBeVisible();
});

test('a user’s own public page links to their profile and has no menu to report or block', async () => {
	fakePerson({ id: STUDENT.id, userName: STUDENT.userName });
	await renderPage(`/people/${STUDENT.id}`, { as: STUDENT });

	await expect.element(page.getByText('This is how others see you.')).toBeVisible();
	const profile = page.getByRole('link', { name: 'Go to my profile' });
	await expect.element(profile).toHaveAttribute('href', '/profile');
	await expect.element(menu).not.toBeInTheDocument();
});
