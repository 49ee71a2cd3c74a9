import { Pencil, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { CATALOGUE_LIST_LIMITS } from '#contract/catalogue/facts.ts';
import { branchInput } from '#contract/catalogue/list-schemas.ts';
import type { Branch } from '#contract/catalogue/schemas.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { CODE_FIELD, EntryDialog, NAME_FIELD } from './entry-dialog.tsx';
import { RemoveButton } from './row-controls.tsx';
import { isCodeTaken, type SubjectLists, withBranch } from './subject-draft.ts';

export interface SubjectListsProps {
	lists: SubjectLists;
	canEdit: boolean;
	onChange: (lists: SubjectLists) => void;
}

/** The branches of the college. A branch with subjects cannot be removed. */
export function BranchList({ lists, canEdit, onChange }: SubjectListsProps) {
	const headingId = useId();
	const addButtonId = useId();
	/** The branch in the open dialog; 'new' while one is added. */
	const [dialogBranch, setDialogBranch] = useState<Branch | 'new'>();
	const editedBranch = dialogBranch === 'new' ? undefined : dialogBranch;
	const countOf = ({ code }: Branch) =>
		lists.subjects.filter(({ branch }) => branch === code).length;

	function remove(branch: Branch): void {
		flushSync(() =>
			onChange({ ...lists, branches: lists.branches.filter((other) => other !== branch) }),
		);
		document.getElementById(addButtonId)?.focus();
	}

	return (
		<section aria-labelledby={headingId} className="grid gap-3 border-t border-line pt-4">
			<h2 id={headingId} className="text-xl">
				Branches
			</h2>
			{lists.branches.length === 0 && (
				<p className="text-sm text-ink-soft">
					No branches yet. A file of subjects brings its branches with it.
				</p>
			)}
			<ul className="grid gap-2 tablet:grid-cols-2 wide:grid-cols-3" aria-labelledby={headingId}>
				{lists.branches.map((branch) => (
					<BranchCard
						key={branch.code}
						branch={branch}
						subjectCount={countOf(branch)}
						canEdit={canEdit}
						onEdit={() => setDialogBranch(branch)}
						onRemove={() => remove(branch)}
					/>
				))}
			</ul>
			{canEdit && (
				<Button
					id={addButtonId}
					size="small"
					disabled={lists.branches.length >= CATALOGUE_LIST_LIMITS.branchesMax}
					onClick={() => setDialogBranch('new')}
					className="justify-self-start"
				>
					<Plus aria-hidden="true" className="size-4.5" />
					Add branch
				</Button>
			)}
			<EntryDialog
				open={dialogBranch !== undefined}
				title={editedBranch ? `Branch ${editedBranch.code}` : 'Add branch'}
				fields={[
					{ ...CODE_FIELD, initial: editedBranch?.code },
					{ ...NAME_FIELD, initial: editedBranch?.name },
				]}
				schema={branchInput}
				findFault={({ code }) =>
					isCodeTaken(lists.branches, editedBranch, code)
						? { field: 'code', message: CATALOGUE_ERRORS.branchTaken(code).message }
						: undefined
				}
				onClose={() => setDialogBranch(undefined)}
				onDone={(branch) => {
					onChange(withBranch(lists, editedBranch, branch));
					setDialogBranch(undefined);
				}}
			/>
		</section>
	);
}

interface BranchCardProps {
	branch: Branch;
	subjectCount: number;
	canEdit: boolean;
	onEdit: () => void;
	onRemove: () => void;
}

function BranchCard({ branch, subjectCount, canEdit, onEdit, onRemove }: BranchCardProps) {
	const { code, name } = branch;

	return (
		<li className="flex items-center gap-1 rounded-card border border-line bg-surface py-1 pr-1 pl-4">
			<p className="grid min-w-0 flex-1 py-1 text-sm">
				<span className="font-semibold">
					<BreakableText>{name}</BreakableText>
				</span>
				<span className="text-xs text-ink-soft tabular-nums">
					{code} · {subjectCount === 1 ? 'one subject' : `${subjectCount} subjects`}
				</span>
			</p>
			{canEdit && (
				<>
					<IconButton
						label={`Edit the branch ${code}`}
						icon={<Pencil aria-hidden="true" className="size-4.5" />}
						onClick={onEdit}
					/>
					<RemoveButton
						label={
							subjectCount > 0 ? `The branch ${code} has subjects` : `Remove the branch ${code}`
						}
						disabled={subjectCount > 0}
						onRemove={onRemove}
					/>
				</>
			)}
		</li>
	);
}
