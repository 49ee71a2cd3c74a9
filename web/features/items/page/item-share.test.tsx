import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderComponent } from '#tests/support/render-page.tsx';
import { ItemShare } from './item-share.tsx';

const item = sampleItem({ title: 'Set squares', price: 120 });
const url = `${window.location.origin}/item/${item.id}`;
const shareButton = page.getByRole('button', { name: 'Share' });

test('an item is shared by copying its URL when the device has no share sheet', async () => {
	const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	await renderComponent(<ItemShare item={item} />);

	await shareButton.click();

	await expect.element(page.getByText(ITEM_MESSAGES.linkCopied)).toBeVisible();
	expect(copy).toHaveBeenCalledWith(url);
});

test('an item is shared through the share sheet of the device when there is one', async () => {
	const share = vi.fn(() => Promise.resolve());
	Object.assign(navigator, { share });
	onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
	await renderComponent(<ItemShare item={item} />);

	await shareButton.click();

	expect(share).toHaveBeenCalledWith({ title: 'Set squares · ₹120', url });
});
