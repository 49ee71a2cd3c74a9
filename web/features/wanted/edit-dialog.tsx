import { useState } from 'react';
import { formatRupees } from '#contract/core/format.ts';
import { pick } from '#contract/core/pick.ts';
import { updateWanted } from '#contract/wanted/endpoints.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import {
	WANTED_FIELD_NAMES,
	type WantedDetails,
	type WantedFieldName,
	type WantedFields,
} from '#contract/wanted/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { type FormDraft, useFormDraft } from '#web/lib/drafts/use-form-draft.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DraftedFields } from '#web/ui/form/drafted-fields.tsx';
import type { FieldTexts } from '#web/ui/form/merge-edit.tsx';
import { useEdit } from '#web/ui/form/use-edit.ts';
import { toast } from '#web/ui/toast.ts';
import { bodyOf, useWantedChange } from './queries.ts';
import { WantedForm } from './wanted-form.tsx';

export interface EditDialogProps {
	open: boolean;
	post: WantedDetails;
	onClose: () => void;
}

/** The fields with which the form was filled, and their version. */
type FilledPost = Pick<WantedDetails, WantedFieldName | 'version'>;

/** The form to edit an existing post. */
export function EditDialog({ open, post, onClose }: EditDialogProps) {
	const { save, dialog } = useEdit();
	const updating = useWantedChange(({ mine, from }: { mine: WantedFields; from: FilledPost }) =>
		save({
			from: bodyOf(from),
			version: from.version,
			mine: bodyOf(mine),
			fieldsOf: (current: FilledPost) => bodyOf(current),
			texts: TEXTS,
			send: (fields, version) =>
				call(updateWanted, { params: { id: post.id }, body: { ...fields, version } }),
		}),
	);
	const draft = useFormDraft(`wanted/${post.id}`);

	function close() {
		if (updating.isPending) return;
		updating.reset();
		draft.erase();
		onClose();
	}

	function submit(mine: WantedFields, from: FilledPost) {
		const sending = updating.mutateAsync(
			{ mine, from },
			{
				onSuccess: (reply) => {
					if (reply) toast(WANTED_MESSAGES.updated);
					onClose();
				},
			},
		);
		draft.eraseOnceSent(sending);
	}

	return (
		<Dialog open={open} onClose={close} title="Edit">
			<OpenForm post={post} draft={draft} updating={updating} onCancel={close} onSubmit={submit} />
			{dialog}
		</Dialog>
	);
}

interface OpenFormProps {
	post: WantedDetails;
	draft: FormDraft;
	updating: { isPending: boolean; error: Error | null; reset: () => void };
	onCancel: () => void;
	onSubmit: (mine: WantedFields, from: FilledPost) => void;
}

function OpenForm({ post, draft, updating, onCancel, onSubmit }: OpenFormProps) {
	// The fields stay as they were filled, even if the post is loaded anew while the form is open.
	const [opened] = useState<FilledPost>(() => pick(post, [...WANTED_FIELD_NAMES, 'version']));
	const { title, note, category, maxPrice, subject } = opened;

	return (
		<DraftedFields
			draft={draft}
			filledFrom={JSON.stringify(opened)}
			isLocked={updating.isPending}
			onDiscard={updating.reset}
		>
			{(typed, filledFrom) => (
				<WantedForm
					initial={{
						title,
						note: note ?? '',
						category: category ?? '',
						maxPrice: maxPrice === null ? '' : String(maxPrice),
						subject: subject ?? '',
						...Object.fromEntries(typed),
					}}
					submitLabel="Save"
					isSending={updating.isPending}
					error={updating.error}
					onCancel={onCancel}
					onSubmit={(mine) => onSubmit(mine, withDraft(opened, typed, JSON.parse(filledFrom)))}
				/>
			)}
		</DraftedFields>
	);
}

/** What the form was filled with: the fields of a draft were typed over an older version. */
function withDraft(opened: FilledPost, typed: URLSearchParams, older: FilledPost): FilledPost {
	const drafted = WANTED_FIELD_NAMES.filter((name) => typed.has(name));
	return { ...opened, ...pick(older, drafted), version: older.version };
}

const orEmpty = (text: string | null | undefined) => text ?? '';

const TEXTS: FieldTexts<ReturnType<typeof bodyOf>> = {
	title: { label: 'I am looking for', show: orEmpty },
	note: { label: 'Note', show: orEmpty },
	category: { label: 'Category', show: orEmpty },
	maxPrice: { label: 'At most', show: (rupees) => (rupees ? formatRupees(rupees) : '') },
	subject: { label: 'Subject', show: orEmpty },
};
