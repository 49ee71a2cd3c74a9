import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, use, useMemo, useState } from 'react';
import { keepValidDetails } from '#contract/catalogue/details.ts';
import type { DetailField } from '#contract/catalogue/schemas.ts';
import { shownDetails } from '#contract/catalogue/shown-details.ts';
import { formatPrice } from '#contract/core/format.ts';
import { pick } from '#contract/core/pick.ts';
import { updateItem } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import {
	CONDITION_LABELS,
	CONDITIONS,
	ITEM_FIELD_LABELS,
	ITEM_MESSAGES,
} from '#contract/items/facts.ts';
import {
	ITEM_FIELD_NAMES,
	type ItemDetails,
	type ItemFieldName,
	type ItemFields,
} from '#contract/items/schemas.ts';
import { useCategories } from '#web/features/catalogue/queries.ts';
import { itemQuery } from '#web/features/items/queries.ts';
import { call } from '#web/lib/api/api.ts';
import { itemPath } from '#web/lib/paths.ts';
import { useNavigateOnce } from '#web/lib/use-navigate-once.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import type { FieldTexts } from '#web/ui/form/merge-edit.tsx';
import { useEdit } from '#web/ui/form/use-edit.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.ts';
import { DraftNote } from './draft-note.tsx';
import { type Draft, deleteDraft, deleteSentDraft, draftKey } from './draft-store.ts';
import {
	detailsOf,
	type ItemFormValues,
	subjectsOf,
	toFormValues,
	withLaterFields,
} from './field-values.ts';
import { ItemForm } from './item-form.tsx';
import { PendingSubmission } from './pending-submission.tsx';
import { type ExistingPhoto, type ListedPhoto, photoPath, toExistingPhotos } from './photo-list.ts';
import {
	pendingSubmissionFilter,
	readDraftWhenIdle,
	refreshItems,
	type Submission,
	sendItem,
} from './queries.ts';

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
	const { dialog, ...updating } = useUpdateItem(item.id, draftKey, initial);
	const navigateOnce = useNavigateOnce();
	const formKey = draft ? 'draft' : 'stored';

	function handleDiscard() {
		updating.reset();
		onDiscard();
	}

	async function handleSubmit(submission: Submission) {
		const onSuccess = () => navigateOnce(itemPath(item.id), { replace: true });
		const reply = await updating.mutateAsync(submission, { onSuccess });
		if (reply) toast(ITEM_MESSAGES.updated, { isForNextPage: true });
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
			{dialog}
		</div>
	);
}

/** The draft, if any, applied to the item's current state. */
function initialDraft({ photos, ...item }: ItemDetails, draft: Partial<Draft> | null): FilledDraft {
	const current = toFormValues(item);
	const { fields = {}, baseFields: draftBase } = draft ?? {};
	const changed = (Object.entries(fields) as [keyof ItemFormValues, string][]).filter(
		([name, text]) => text !== draftBase?.[name],
	);
	return {
		fields: withLaterFields(Object.fromEntries(changed), current),
		photos: applyPhotos(draft, toExistingPhotos(photos)),
		// A field that was changed in the draft was typed over the value of then.
		baseFields: withLaterFields(
			Object.fromEntries(changed.map(([name]) => [name, draftBase?.[name] ?? current[name]])),
			current,
		),
		basePaths: photos.map(({ url }) => photoPath(url)),
		version: draft?.version ?? item.version,
	};
}

/** The content of the form when it was filled. */
type FilledDraft = Draft & Required<Pick<Draft, 'baseFields' | 'basePaths'>>;

/** What two forms for an item can change. Photos are named by `pathOf`, those that were not uploaded by their keys. */
type Content = Pick<ItemFields, ItemFieldName> & { photos: readonly string[] };

/** Saves an item; if it was changed elsewhere meanwhile, merged with that change (`useEdit`). */
function useUpdateItem(itemId: number, draftKey: string, filled: FilledDraft) {
	const client = useQueryClient();
	const categories = useCategories();
	const edit = useEdit();
	const fieldsOfCategory = (category: string) =>
		categories.find(({ name }) => name === category)?.fields ?? [];

	const updating = useMutation({
		mutationKey: pendingSubmissionFilter(draftKey).mutationKey,
		mutationFn: (submission: Submission) => {
			const { photos, control } = submission;
			const { isFree, ...fields } = submission.fields;
			return edit.save({
				from: { ...fieldsOfValues(filled.baseFields), photos: filled.basePaths },
				version: filled.version,
				mine: { ...fields, ...(isFree && { price: 0 }), photos: photos.map(nameOf) },
				fieldsOf: (current: ItemDetails): Content => ({
					...pick(current, ITEM_FIELD_NAMES),
					photos: toExistingPhotos(current.photos).map(nameOf),
				}),
				texts: textsOf(fieldsOfCategory(fields.category)),
				send: ({ photos: names, ...merged }, version, current) =>
					sendItem(
						{ ...submission, photos: current ? photosOf(names, photos, current) : photos },
						({ keepExistingImages, uploaded, order }) =>
							call(updateItem, {
								params: { itemId },
								body: {
									...merged,
									isFree: merged.price === 0,
									// The merged category and details may be of two forms.
									details: keepValidDetails(
										fieldsOfCategory(merged.category),
										merged.details ?? {},
									),
									keepExistingImages,
									uploaded,
									order: JSON.stringify(order),
									version,
								},
								files: [],
								signal: control.signal,
							}),
					),
			});
		},
		onSuccess: async (reply, { key }) => {
			if (reply) client.setQueryData(itemQuery(itemId).queryKey, reply.item);
			await deleteSentDraft(draftKey, key.value);
		},
		onSettled: () => refreshItems(client),
	});
	return { ...updating, dialog: edit.dialog };
}

function fieldsOfValues(values: ItemFormValues): Pick<ItemFields, ItemFieldName> {
	const { title, description, category } = values;
	return {
		title,
		description,
		price: values.isFree === 'true' ? 0 : Number(values.price),
		category,
		condition: CONDITIONS.find((condition) => condition === values.condition) ?? null,
		details: detailsOf(values),
		subjects: [...subjectsOf(values)],
		isPriceFixed: values.isPriceFixed === 'true',
	};
}

/** The photos with these names, without those that the item no longer has. */
function photosOf(
	names: readonly string[],
	listed: readonly ListedPhoto[],
	{ photos }: ItemDetails,
): readonly ListedPhoto[] {
	const stored = toExistingPhotos(photos);
	const added = listed.filter(({ kind }) => kind === 'new');
	return names.flatMap(
		(name) => [...stored, ...added].find((entry) => nameOf(entry) === name) ?? [],
	);
}

const nameOf = (entry: ListedPhoto) => pathOf(entry) ?? entry.key;

function textsOf(detailFields: readonly DetailField[]): FieldTexts<Content> {
	const text = (name: ItemFieldName) => ({
		label: ITEM_FIELD_LABELS[name],
		show: (value: unknown) => String(value ?? ''),
	});
	return {
		title: text('title'),
		description: text('description'),
		price: { label: 'Price', show: (rupees = 0) => formatPrice(rupees) },
		category: text('category'),
		condition: {
			label: ITEM_FIELD_LABELS.condition,
			show: (condition) => (condition ? CONDITION_LABELS[condition].name : ''),
		},
		details: {
			label: ITEM_FIELD_LABELS.details,
			show: (details) =>
				shownDetails(detailFields, details ?? {})
					.map(({ label, text: value }) => `${label}: ${value}`)
					.join(', '),
		},
		subjects: { label: ITEM_FIELD_LABELS.subjects, show: (codes) => (codes ?? []).join(', ') },
		isPriceFixed: {
			label: ITEM_FIELD_LABELS.isPriceFixed,
			show: (isFixed) => (isFixed ? 'Yes' : 'No'),
		},
		photos: {
			label: 'Photos',
			show: ({ length }) => (length === 1 ? '1 photo' : `${length} photos`),
		},
	};
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
