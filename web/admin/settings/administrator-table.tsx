import { useRef } from 'react';
import type { ListedAdministrator } from '#contract/admin/administrators.ts';
import { ADMIN_ROLE_LABELS } from '#contract/admin/session.ts';
import { StatusWord } from '#web/admin/kit/status-word.tsx';
import { useKeptPlace } from '#web/admin/kit/use-kept-place.ts';
import { Words } from '#web/admin/kit/words.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';

interface AdministratorTableProps {
	admins: readonly ListedAdministrator[];
	/** The number of who looks at it. */
	me: number | undefined;
	onReset: (admin: ListedAdministrator) => void;
	onRemove: (admin: ListedAdministrator) => void;
}

const HEADS = ['Username', 'Email', 'Role', 'Two-step', 'Last seen'];

/** Oldest first. What one may not do to oneself is not offered. */
export function AdministratorTable({ admins, me, onReset, onRemove }: AdministratorTableProps) {
	const table = useRef<HTMLTableElement>(null);
	const keptPlace = useKeptPlace(table);

	return (
		<div className="office-list">
			<table
				ref={table}
				tabIndex={-1}
				aria-label="Administrators"
				className="office-table outline-none"
			>
				<thead>
					<tr>
						{HEADS.map((head) => (
							<th key={head} scope="col">
								{head}
							</th>
						))}
						<th scope="col">
							<span className="sr-only">Actions</span>
						</th>
					</tr>
				</thead>
				<tbody {...keptPlace}>
					{admins.map((admin) => (
						<tr key={admin.id}>
							<Facts admin={admin} isMe={admin.id === me} />
							<td data-actions="">
								{admin.id !== me && (
									<div className="@min-[44rem]:@max-[52rem]:w-min!">
										<RowButton
											label="Reset password"
											name={admin.username}
											onPress={() => onReset(admin)}
										/>
										<RowButton
											label="Remove"
											name={admin.username}
											isBad
											onPress={() => onRemove(admin)}
										/>
									</div>
								)}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

function Facts({ admin, isMe }: { admin: ListedAdministrator; isMe: boolean }) {
	const { username, email, roleLevel, hasTwoStep, lastSeenAt } = admin;

	return (
		<>
			<td data-main="" className="@min-[44rem]:h-13">
				<Words>{username}</Words>
				{isMe && <span className="font-normal text-ink-soft"> (you)</span>}
			</td>
			<td data-label="Email">
				<Words>{email}</Words>
			</td>
			<td data-label="Role" data-short="">
				{ADMIN_ROLE_LABELS[roleLevel]}
			</td>
			<td data-label="Two-step">
				<StatusWord tone={hasTwoStep ? 'good' : 'quiet'}>{hasTwoStep ? 'On' : 'Off'}</StatusWord>
			</td>
			<td data-label="Last seen" className="text-ink-soft">
				{lastSeenAt ? <TimeAgo iso={lastSeenAt} /> : 'Never'}
			</td>
		</>
	);
}

interface RowButtonProps {
	label: string;
	name: string;
	isBad?: boolean;
	onPress: () => void;
}

function RowButton({ label, name, isBad = false, onPress }: RowButtonProps) {
	return (
		<button
			type="button"
			aria-label={`${label}: ${name}`}
			onClick={onPress}
			className={`min-h-11 cursor-pointer rounded-field px-2 text-sm font-semibold @min-[44rem]:@max-[52rem]:whitespace-normal ${isBad ? 'text-bad' : 'text-link'} hover:bg-sunken`}
		>
			{label}
		</button>
	);
}
