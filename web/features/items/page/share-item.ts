import { formatPrice } from '#contract/core/format.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/items.ts';
import { itemPath } from '#web/lib/paths.ts';
import { shareItem } from '#web/lib/share.ts';
import { toast } from '#web/ui/toast.ts';

/** Hands an item's address on, by the phone's own sheet or by copying it, and says what came of it. Call it from a press. */
export async function shareItemLink({ id, title, price }: Pick<Item, 'id' | 'title' | 'price'>) {
	const content = { title: `${title} · ${formatPrice(price)}`, url: itemPath(id) };
	const outcome = await shareItem(content);
	if (outcome === 'copied') toast(ITEM_MESSAGES.linkCopied);
	if (outcome === 'failed') toast(ITEM_MESSAGES.notShared, { tone: 'bad' });
}
