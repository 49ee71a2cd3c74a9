import { useQueryClient } from '@tanstack/react-query';
import { Suspense, use, useMemo, useState } from 'react';
import { ITEM_MESSAGES } from '#contract/item-facts.ts';
import type { Item } from '#contract/items.ts';
import { PAGES } from '#contract/pages.ts';
import { offerItem } from '#web/features/items/offer-item.ts';
import { itemPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.ts';
import { DraftNote } from './draft-note.tsx';
import { type Draft, draftKey, dropDraft } from './draft-store.ts';
import { ItemForm } from './item-form.tsx';
import { readUnsent, type Submission, useAddItem } from './queries.ts';
import { StillSending } from './still-sending.tsx';
import { useLeadOn } from './use-lead-on.ts';

const EMPTY = { title: '', description: '', price: '', category: '' };

export function PostPage() {
	const { userId } = useSession();
	const client = useQueryClient();
	// Fixed for this visit: a session that ends meanwhile must not take the form away.
	const [key] = useState(() => draftKey(userId));
	const [reading, setReading] = useState(() => readUnsent(client, key));

	function discard() {
		dropDraft(key).catch(() => undefined);
		setReading(Promise.resolve(null));
	}

	return (
		<Suspense fallback={<StillSending draftKey={key} />}>
			<NewItem draftKey={key} reading={reading} onDiscard={discard} />
		</Suspense>
	);
}

interface NewItemProps {
	draftKey: string;
	reading: Promise<Partial<Draft> | null>;
	onDiscard: () => void;
}

function NewItem({ draftKey, reading, onDiscard }: NewItemProps) {
	const draft = use(reading);
	const initial = useMemo(() => ({ fields: EMPTY, photos: [], ...draft }), [draft]);
	const adding = useAddItem(draftKey);
	const leadOn = useLeadOn();

	async function handleSubmit(submission: Submission) {
		const onSuccess = () => leadOn(PAGES.home);
		const { item } = await adding.mutateAsync(submission, { onSuccess });
		tellAdded(item);
	}

	return (
		<div className="wrap grid gap-6 py-8">
			<PageHeading className="text-3xl">Add New Item</PageHeading>
			{draft && <DraftNote isLocked={adding.isPending} onDiscard={onDiscard} />}
			<ItemForm
				key={draft ? 'draft' : 'empty'}
				form="add"
				photosHeading="Photos"
				detailsHeading="Details"
				submitLabel="Add Item"
				signInMessage={ITEM_MESSAGES.signInToAdd}
				initial={initial}
				draftKey={draftKey}
				isSending={adding.isPending}
				error={adding.error}
				refused={ITEM_MESSAGES.addFailed}
				onSubmit={handleSubmit}
			/>
		</div>
	);
}

/** Leads from wherever the person is next to the new item, and to those who might want it. */
function tellAdded(item: Item): void {
	toast(ITEM_MESSAGES.added, {
		action: { label: 'View item', to: itemPath(item.id) },
		press: { label: 'Share it', onPress: () => void offerItem(item) },
	});
}
