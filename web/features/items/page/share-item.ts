import { formatPrice, isolated } from '#contract/core/format.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/schemas.ts';
import { itemPath } from '#web/lib/paths.ts';
import { shareLink } from '#web/lib/share.ts';
import { toast } from '#web/ui/toast.ts';

/**
 * Shares an item's link through the system's share sheet or by copying it, and shows the result. Must be called from
 * a press, as browsers require.
 */
export async function shareItemLink({ id, title, price }: Pick<Item, 'id' | 'title' | 'price'>) {
	const content = { title: `${isolated(title)} · ${formatPrice(price)}`, url: itemPath(id) };
	const outcome = await shareLink(content);
	if (outcome === 'copied') toast(ITEM_MESSAGES.linkCopied);
	if (outcome === 'failed') toast(ITEM_MESSAGES.notShared, { tone: 'bad' });
}
