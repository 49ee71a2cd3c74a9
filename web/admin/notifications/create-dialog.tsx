import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getUserAnalytics } from '#contract/admin/analytics.ts';
import {
	ADMIN_NOTIFICATION_LIMITS,
	ADMIN_NOTIFICATION_MESSAGES,
	createNotification,
	newNotification,
} from '#contract/admin/notifications.ts';
import { formatCount } from '#contract/core/format.ts';
import { codePointLength } from '#contract/core/schemas.ts';
import { FormButtons, useValidatedForm } from '#web/admin/kit/form.tsx';
import { keepForm, readDraft, sendDraft } from '#web/admin/kit/text-drafts.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { callWithIdempotencyKey } from '#web/admin/lib/call-with-idempotency-key.ts';
import { refresh } from '#web/admin/lib/queries.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.ts';

/** The number of users. */
function userCountQuery() {
	return queryOptions({
		queryKey: ['analytics', 'user-count'],
		queryFn: async ({ signal }) =>
			(await callAdminApi(getUserAnalytics, { signal })).analytics.totalUsers,
	});
}

interface NotificationStyle {
	label: string;
	icon: LucideIcon;
	colourClass: string;
	borderClass: string;
}

const ERROR_STYLE: NotificationStyle = {
	label: 'Error',
	icon: CircleAlert,
	colourClass: 'text-bad',
	borderClass: 'border-l-bad',
};

/** Info, warning and success have styles of their own. */
export const NOTIFICATION_STYLES: Readonly<Record<string, NotificationStyle>> = {
	info: { label: 'Info', icon: Info, colourClass: 'text-link', borderClass: 'border-l-link' },
	warning: {
		label: 'Warning',
		icon: TriangleAlert,
		colourClass: 'text-ink',
		borderClass: 'border-l-accent',
	},
	success: {
		label: 'Success',
		icon: CircleCheck,
		colourClass: 'text-good',
		borderClass: 'border-l-good',
	},
	error: ERROR_STYLE,
};

/** Any other type looks like an error. */
export function styleOf(type: string): NotificationStyle {
	return NOTIFICATION_STYLES[type] ?? ERROR_STYLE;
}

/** Labels of the audiences that a notification can have. */
export const TARGET_LABELS = { admins: 'For administrators', all: 'For all users' } as const;

interface CreateDialogProps {
	open: boolean;
	onClose: () => void;
}

/** The dialog that creates a notification for all administrators or all users. */
export function CreateDialog({ open, onClose }: CreateDialogProps) {
	return (
		<Dialog open={open} onClose={onClose} title="Create Notification">
			<CreateForm onClose={onClose} />
		</Dialog>
	);
}

const DRAFT_KEY = 'notifications/new';

/** Starts with the draft: what was typed before and not sent. */
function CreateForm({ onClose }: { onClose: () => void }) {
	const client = useQueryClient();
	const [isConfirming, setIsConfirming] = useState(false);
	const draft = readDraft(DRAFT_KEY);
	const { data: userCount } = useQuery({ ...userCountQuery(), enabled: isConfirming });
	const { form, onSubmit, errorOf, alert, isBusy } = useValidatedForm({
		schema: newNotification,
		send: (body) =>
			sendDraft(DRAFT_KEY, () => callWithIdempotencyKey(createNotification, { body })),
		// Asks before a notification to all users is sent.
		mayBeSent: ({ target }) => {
			if (isConfirming || target !== 'all') return true;
			setIsConfirming(true);
			return false;
		},
		failureMessage: ADMIN_NOTIFICATION_MESSAGES.createFailed,
		noConnectionMessage: ADMIN_NOTIFICATION_MESSAGES.createUnanswered,
		// The notification may have been created although the answer was lost: the reloaded list shows it.
		onFailed: () => void refresh(client, 'notifications'),
		onDone: ({ message }) => {
			toast(message);
			void refresh(client, 'notifications');
		},
		onClose,
	});

	function confirm(): void {
		// The form is submitted at once, while `isConfirming` is still true, and so is sent.
		form.current?.requestSubmit();
		setIsConfirming(false);
	}

	return (
		<form
			ref={form}
			onSubmit={onSubmit}
			onChange={({ currentTarget }) => keepForm(DRAFT_KEY, currentTarget)}
			className="grid gap-4"
			noValidate
		>
			<LengthLimitedField
				label="Title"
				max={ADMIN_NOTIFICATION_LIMITS.titleMax}
				error={errorOf('title')}
				initial={draft.title}
			>
				{(control) => <TextInput {...control} name="title" autoComplete="off" />}
			</LengthLimitedField>
			<LengthLimitedField
				label="Message"
				max={ADMIN_NOTIFICATION_LIMITS.messageMax}
				error={errorOf('message')}
				initial={draft.message}
			>
				{(control) => <TextArea {...control} name="message" rows={3} />}
			</LengthLimitedField>
			<Field label="Type" error={errorOf('type')}>
				{(control) => (
					<Select {...control} name="type" defaultValue={draft.type}>
						{Object.entries(NOTIFICATION_STYLES).map(([type, { label }]) => (
							<option key={type} value={type}>
								{label}
							</option>
						))}
					</Select>
				)}
			</Field>
			<TargetField error={errorOf('target')} initial={draft.target} />
			{alert && <FormAlert>{alert}</FormAlert>}
			<FormButtons
				submitLabel="Create Notification"
				isBusy={isBusy}
				onCancel={onClose}
				isInDialog
			/>
			<ConfirmDialog
				open={isConfirming}
				title="Tell all users?"
				question={reachText('all', userCount)}
				confirmLabel="Tell them"
				onConfirm={confirm}
				onCancel={() => setIsConfirming(false)}
			/>
		</form>
	);
}

interface LengthLimitedFieldProps {
	label: string;
	/** The maximum length in code points; spaces at the ends do not count. */
	max: number;
	error: string | undefined;
	initial: string | undefined;
	children: (
		control: Parameters<Parameters<typeof Field>[0]['children']>[0] & {
			defaultValue: string;
			onChange: (event: { target: { value: string } }) => void;
		},
	) => ReactNode;
}

/** A field with a counter of used characters. */
function LengthLimitedField(props: LengthLimitedFieldProps) {
	const { label, max, error, initial = '', children } = props;
	const [length, setLength] = useState(lengthOf(initial));

	return (
		<Field label={label} error={error} aside={`${formatCount(length)}/${formatCount(max)}`}>
			{(control) =>
				children({
					...control,
					defaultValue: initial,
					onChange: ({ target }) => setLength(lengthOf(target.value)),
				})
			}
		</Field>
	);
}

function lengthOf(text: string): number {
	return codePointLength(text.trim());
}

interface TargetFieldProps {
	error: string | undefined;
	initial: string | undefined;
}

/** The select for the audience, with a hint about who will see the notification. */
function TargetField({ error, initial = 'admins' }: TargetFieldProps) {
	const [target, setTarget] = useState(initial);
	const { data: userCount } = useQuery({ ...userCountQuery(), enabled: target === 'all' });

	return (
		<Field label="Target" hint={reachText(target, userCount)} error={error}>
			{(control) => (
				<Select
					{...control}
					name="target"
					value={target}
					onChange={(event) => setTarget(event.target.value)}
				>
					{Object.entries(TARGET_LABELS).map(([value, label]) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</Select>
			)}
		</Field>
	);
}

function reachText(target: string, userCount: number | undefined): string {
	if (target !== 'all') return 'Every administrator sees it on this screen; users do not.';
	const subject =
		userCount === undefined
			? 'Every user sees'
			: userCount === 1
				? '1 user sees'
				: `${formatCount(userCount)} users see`;
	return `${subject} it as a banner on the market, at once.`;
}
