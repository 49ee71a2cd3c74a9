import { useQueryClient } from '@tanstack/react-query';
import { Suspense, use, useMemo, useState } from 'react';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { itemPath } from '#web/lib/paths.ts';
import { useNavigateOnce } from '#web/lib/use-navigate-once.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.ts';
import { DraftNote } from './draft-note.tsx';
import { type Draft, deleteDraft, draftKey } from './draft-store.ts';
import { type ItemFormValues, toFormValues, withLaterFields } from './field-values.ts';
import { ItemForm } from './item-form.tsx';
import { PendingSubmission } from './pending-submission.tsx';
import { type ExistingPhoto, type ListedPhoto, photoPath, toExistingPhotos } from './photo-list.ts';
import { readDraftWhenIdle, type Submission, useUpdateItem } from './queries.ts';

/** The form to edit an item, filled with the item as it was when the page was opened, or with a draft. */
export function EditItem({ item }: { item: ItemDetails }) {
	const client = useQueryClient();
	const key = draftKey(item.userId, item.id);
	const [draftPromise, setDraftPromise] = useState(() => readDraftWhenIdle(client, key));

	function discard() {
		deleteDraft(key).catch(() => undefined);
		setDraftPromise(Promise.resolve(null));
	}

	return (
		<Suspense fallback={<PendingSubmission draftKey={key} />}>
			<EditForm item={item} draftKey={key} draftPromise={draftPromise} onDiscard={discard} />
		</Suspense>
	);
}

interface EditFormProps {
	item: ItemDetails;
	draftKey: string;
	draftPromise: Promise<Partial<Draft> | null>;
	onDiscard: () => void;
}

function EditForm({ item, draftKey, draftPromise, onDiscard }: EditFormProps) {
	const draft = use(draftPromise);
	const initial = useMemo(() => initialDraft(item, draft), [item, draft]);
	const updating = useUpdateItem(item.id, draftKey);
	const navigateOnce = useNavigateOnce();
	const formKey = draft ? 'draft' : 'stored';

	function handleDiscard() {
		updating.reset();
		onDiscard();
	}

	async function handleSubmit(submission: Submission) {
		const onSuccess = () => navigateOnce(itemPath(item.id), { replace: true });
		await updating.mutateAsync(submission, { onSuccess });
		toast(ITEM_MESSAGES.updated);
	}

	return (
		<div className="wrap grid gap-6 py-8">
			<PageHeading focusKey={`${draftKey}#${formKey}`}>Update Item</PageHeading>
			{draft && <DraftNote isLocked={updating.isPending} onDiscard={handleDiscard} />}
			{item.reservedUntil && (
				<p className="rounded-card border border-line bg-surface p-4">
					{ITEM_ERRORS.reserved.message}
				</p>
			)}
			<ItemForm
				key={formKey}
				form="edit"
				photosHeading="Update Photos"
				detailsHeading="Update Item Details"
				submitLabel="Update Item"
				signInMessage={ITEM_ERRORS.signInToUpdate.message}
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

/** The draft, if any, applied to the item's current state. */
function initialDraft({ photos, ...item }: ItemDetails, draft: Partial<Draft> | null): Draft {
	const baseFields = toFormValues(item);
	return {
		fields: applyFields(draft, baseFields),
		photos: applyPhotos(draft, toExistingPhotos(photos)),
		baseFields,
		basePaths: photos.map(({ url }) => photoPath(url)),
	};
}

/** The item's fields, with those that were changed in the draft. */
function applyFields(draft: Partial<Draft> | null, current: ItemFormValues): ItemFormValues {
	const { fields = {}, baseFields } = draft ?? {};
	const changed = Object.entries(fields).filter(
		([name, text]) => text !== baseFields?.[name as keyof ItemFormValues],
	);
	return withLaterFields(Object.fromEntries(changed), current);
}

/**
 * The draft's photos, without those that the item no longer has, and with those that were added to the item meanwhile.
 * A new photo may belong to the item by now, if the form was sent and only the answer was lost. It then becomes an
 * existing photo.
 */
function applyPhotos(
	draft: Partial<Draft> | null,
	current: readonly ExistingPhoto[],
): readonly ListedPhoto[] {
	const { photos, basePaths = current.map(pathOf) } = draft ?? {};
	if (!photos) return current;
	const draftPaths = photos.map(pathOf);
	return [
		...photos.flatMap((entry) => {
			const stored = current.find((other) => pathOf(other) === pathOf(entry));
			if (entry.kind === 'new') return stored ?? entry;
			// Keeps `entry`, not `stored`: the same photo may be in the list twice, and each entry has its own key.
			return stored ? entry : [];
		}),
		...current.filter((entry) => ![...basePaths, ...draftPaths].includes(pathOf(entry))),
	];
}

/** The path of a photo on the server; undefined for a photo that was never uploaded. */
function pathOf(entry: ListedPhoto): string | undefined {
	return entry.kind === 'existing' ? photoPath(entry.photo.url) : entry.sentPath;
}
