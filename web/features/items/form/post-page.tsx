import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Suspense, use, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/schemas.ts';
import { EMPTY_VALUES } from '#web/features/items/form/field-values.ts';
import { shareItemLink } from '#web/features/items/page/share-item.ts';
import { itemQuery } from '#web/features/items/queries.ts';
import { itemPath, TEMPLATE_PARAM } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useNavigateOnce } from '#web/lib/use-navigate-once.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.ts';
import { DraftNote } from './draft-note.tsx';
import { type Draft, deleteDraft, draftKey } from './draft-store.ts';
import { type ItemFormValues, toFormValues, withLaterFields } from './field-values.ts';
import { FormUnavailable } from './form-unavailable.tsx';
import { ItemForm } from './item-form.tsx';
import { PendingSubmission } from './pending-submission.tsx';
import type { PostedInOtherTab } from './posted-in-other-tab.ts';
import { readDraftWhenIdle, type Submission, useAddItem } from './queries.ts';
import { PREFILLED_CATEGORY_PARAM, PREFILLED_TITLE_PARAM } from './template-path.ts';

const HEADING = 'Add New Item';

/** The page with the form for a new item, filled from a draft, an item to copy or a wanted post. */
export function PostPage() {
	const { userId } = useSession();
	const client = useQueryClient();
	// In state, so that the key stays the same and the form is not unmounted when the session ends.
	const [key] = useState(() => draftKey(userId));
	const [search] = useSearchParams();
	const [initialFormPromise, setInitialFormPromise] = useState(() =>
		loadInitialForm(client, key, search),
	);
	const [posted, setPosted] = useState<PostedInOtherTab>();
	const [formNumber, setFormNumber] = useState(0);

	function discard({ draft, ...form }: InitialForm) {
		deleteDraft(key).catch(() => undefined);
		startNewForm(draft ? form : undefined);
	}

	function startNewForm(form: Omit<InitialForm, 'draft'> = NO_TEMPLATE) {
		setInitialFormPromise(Promise.resolve({ ...form, draft: null }));
		setPosted(undefined);
		setFormNumber(formNumber + 1);
	}

	if (posted?.isSame) {
		return (
			<FormUnavailable
				heading={HEADING}
				focusKey={`${PAGES.post}#posted`}
				reason="You have posted this from another tab."
				itemId={posted.itemId}
			>
				<Button onClick={() => startNewForm()}>Add another item</Button>
			</FormUnavailable>
		);
	}
	return (
		<Suspense fallback={<PendingSubmission draftKey={key} />}>
			<NewItem
				key={formNumber}
				focusKey={`${PAGES.post}#${formNumber}`}
				draftKey={key}
				initialFormPromise={initialFormPromise}
				postedId={posted?.itemId}
				onDiscard={discard}
				onPosted={setPosted}
			/>
		</Suspense>
	);
}

/** The initial content of the form: a draft, otherwise the fields of a template item or of a wanted post. */
interface InitialForm {
	draft: Partial<Draft> | null;
	template: ItemFormValues | undefined;
	/** The template is an item, whose fields are all filled in. */
	isItem: boolean;
}

const NO_TEMPLATE = { template: undefined, isItem: false };

async function loadInitialForm(
	client: QueryClient,
	key: string,
	search: URLSearchParams,
): Promise<InitialForm> {
	const templateId = search.get(TEMPLATE_PARAM);
	const [draft, item] = await Promise.all([
		readDraftWhenIdle(client, key),
		templateId === null ? undefined : readTemplate(client, templateId),
	]);
	return { draft, template: item ?? askedValues(search), isItem: item !== undefined };
}

/** The values of a wanted post, if the address contains them. */
function askedValues(search: URLSearchParams): ItemFormValues | undefined {
	const title = search.get(PREFILLED_TITLE_PARAM);
	if (!title) return undefined;
	return { ...EMPTY_VALUES, title, category: search.get(PREFILLED_CATEGORY_PARAM) ?? '' };
}

/** The values of the template item; undefined if it cannot be loaded, and the form then starts empty. */
async function readTemplate(
	client: QueryClient,
	itemId: string,
): Promise<ItemFormValues | undefined> {
	const item = await client.ensureQueryData(itemQuery(itemId)).catch(() => undefined);
	return item && toFormValues(item);
}

interface NewItemProps {
	/**
	 * Changes each time the form is restarted, so that the heading gets the focus. The pressed button, which had the
	 * focus, is removed by the restart.
	 */
	focusKey: string;
	draftKey: string;
	initialFormPromise: Promise<InitialForm>;
	/** The item that another tab has posted from the draft. */
	postedId: number | undefined;
	onDiscard: (initialForm: InitialForm) => void;
	onPosted: (posted: PostedInOtherTab) => void;
}

function NewItem({
	focusKey,
	draftKey,
	initialFormPromise,
	postedId,
	onDiscard,
	onPosted,
}: NewItemProps) {
	const initialForm = use(initialFormPromise);
	const { draft, template, isItem } = initialForm;
	const initial = useMemo(
		() => ({
			photos: [],
			...draft,
			fields: draft?.fields ? withLaterFields(draft.fields) : (template ?? EMPTY_VALUES),
		}),
		[draft, template],
	);
	const adding = useAddItem(draftKey);
	const navigateOnce = useNavigateOnce();

	async function handleSubmit(submission: Submission) {
		const onSuccess = () => navigateOnce(PAGES.home);
		const { item } = await adding.mutateAsync(submission, { onSuccess });
		notifyAdded(item);
		// Optional: if the script or its request fails, the seller is not asked whether to inform students who look for such
		// an item.
		import('./tell-askers.ts')
			.then(({ offerToTellAskers }) => offerToTellAskers(item))
			.catch(() => undefined);
	}

	return (
		<div className="wrap grid gap-6 py-8">
			<PageHeading focusKey={focusKey}>{HEADING}</PageHeading>
			{(draft || isItem || postedId !== undefined) && (
				<DraftNote
					isLocked={adding.isPending}
					postedId={postedId}
					template={template}
					isDraft={draft !== null}
					onDiscard={() => onDiscard(initialForm)}
				/>
			)}
			<ItemForm
				form="add"
				photosHeading="Photos"
				detailsHeading="Details"
				submitLabel="Add Item"
				signInMessage={ITEM_ERRORS.signInToAdd.message}
				initial={initial}
				draftKey={draftKey}
				isSending={adding.isPending}
				error={adding.error}
				onSubmit={handleSubmit}
				onPosted={onPosted}
			/>
		</div>
	);
}

/** A toast with a link to the new item and a button to share it. */
function notifyAdded(item: Item): void {
	toast(ITEM_MESSAGES.added, {
		action: { label: 'View item', to: itemPath(item.id) },
		button: { label: 'Share it', onPress: () => void shareItemLink(item) },
	});
}
