import { useQueryClient } from '@tanstack/react-query';
import { Suspense, use, useMemo, useState } from 'react';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/items.ts';
import { itemPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.ts';
import { DraftNote } from './draft-note.tsx';
import { type Draft, draftKey, dropDraft } from './draft-store.ts';
import { ItemForm } from './item-form.tsx';
import { keepPhotos } from './photo-list.ts';
import { readUnsent, type Submission, useUpdateItem } from './queries.ts';
import { StillSending } from './still-sending.tsx';
import { typedItem } from './typed-item.ts';
import { useLeadOn } from './use-navigate-once.ts';

/** The form for an item as it was when the page was opened. */
export function EditItem({ item }: { item: ItemDetails }) {
	const client = useQueryClient();
	const key = draftKey(item.userId, item.id);
	const [reading, setReading] = useState(() => readUnsent(client, key));

	function discard() {
		dropDraft(key).catch(() => undefined);
		setReading(Promise.resolve(null));
	}

	return (
		<Suspense fallback={<StillSending draftKey={key} />}>
			<EditForm item={item} draftKey={key} reading={reading} onDiscard={discard} />
		</Suspense>
	);
}

interface EditFormProps {
	item: ItemDetails;
	draftKey: string;
	reading: Promise<Partial<Draft> | null>;
	onDiscard: () => void;
}

function EditForm({ item, draftKey, reading, onDiscard }: EditFormProps) {
	const draft = use(reading);
	const initial = useMemo(() => goOn(item, draft), [item, draft]);
	const updating = useUpdateItem(item.id, draftKey);
	const leadOn = useLeadOn();
	const formKey = draft ? 'draft' : 'stored';

	async function handleSubmit(submission: Submission) {
		const onSuccess = () => leadOn(itemPath(item.id), { replace: true });
		await updating.mutateAsync(submission, { onSuccess });
		toast(ITEM_MESSAGES.updated);
	}

	return (
		<div className="wrap grid gap-6 py-8">
			<PageHeading place={`${draftKey}#${formKey}`}>Update Item</PageHeading>
			{draft && <DraftNote isLocked={updating.isPending} onDiscard={onDiscard} />}
			<ItemForm
				key={formKey}
				form="edit"
				photosHeading="Update Photos"
				detailsHeading="Update Item Details"
				submitLabel="Update Item"
				signInMessage={ITEM_MESSAGES.signInToUpdate}
				initial={initial}
				draftKey={draftKey}
				isSending={updating.isPending}
				error={updating.error}
				onSubmit={handleSubmit}
			>
				<ButtonLink to={itemPath(item.id)}>Back to Item</ButtonLink>
			</ItemForm>
		</div>
	);
}

/** The draft, where there is one, on top of what the item is now: photos that it has lost meanwhile cannot be kept. */
function goOn({ photos, ...item }: ItemDetails, draft: Partial<Draft> | null): Draft {
	const urls = photos.map(({ url }) => url);
	const drafted = draft?.photos?.filter(
		(photo) => photo.kind === 'new' || urls.includes(photo.photo.url),
	);
	return {
		fields: draft?.fields ?? typedItem(item),
		photos: drafted ?? keepPhotos(photos),
	};
}
