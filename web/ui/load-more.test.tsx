import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderComponent } from '#tests/support/render-page.tsx';
import { LoadMore } from './load-more.tsx';

const button = page.getByRole('button', { name: 'Show more' });
const FAILURE = 'The next page could not be loaded.';

function fakeList({ isFetching = false, isFetchNextPageError = false } = {}) {
	return { isFetching, isFetchNextPageError, fetchNextPage: vi.fn() };
}

test('the next page is loaded when the end of the list is near', async () => {
	const list = fakeList();
	await renderComponent(<LoadMore list={list} />);

	await expect.poll(() => list.fetchNextPage.mock.calls.length).toBe(1);
});

test('while the list is fetched again, no next page is requested, as that would cancel the refetch', async () => {
	const list = fakeList({ isFetching: true });
	await renderComponent(<LoadMore list={list} />);

	await expect.element(button).toHaveAttribute('aria-disabled', 'true');
	await button.click({ force: true });

	expect(list.fetchNextPage).not.toHaveBeenCalled();
});

test('when the next page could not be loaded, a message is shown, and only the button loads the page', async () => {
	const list = fakeList({ isFetchNextPageError: true });
	await renderComponent(<LoadMore list={list} failure={FAILURE} />);

	await expect.element(page.getByRole('alert').getByText(FAILURE)).toBeVisible();
	expect(list.fetchNextPage).not.toHaveBeenCalled();
	await button.click();

	expect(list.fetchNextPage).toHaveBeenCalledOnce();
});
