import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderComponent } from '#tests/support/render-page.tsx';
import { LoadMore } from './load-more.tsx';

const button = page.getByRole('button', { name: 'Show more' });

function fakeList({ isFetching = false, isFetchNextPageError = false } = {}) {
	return { isFetching, isFetchNextPageError, fetchNextPage: vi.fn() };
}

test('while the list is fetched again, no next page is requested, as that would cancel the refetch', async () => {
	const list = fakeList({ isFetching: true });
	await renderComponent(<LoadMore list={list} />);

	await expect.element(button).toHaveAttribute('aria-disabled', 'true');
	await button.click({ force: true });

	expect(list.fetchNextPage).not.toHaveBeenCalled();
});
