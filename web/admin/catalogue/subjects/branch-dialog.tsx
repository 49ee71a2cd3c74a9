import { CATALOGUE_ERRORS } from '#contract/catalogue/errors.ts';
import { branchInput } from '#contract/catalogue/list-schemas.ts';
import type { Branch } from '#contract/catalogue/schemas.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { EntryForm } from './entry-form.tsx';

interface BranchDialogProps {
	open: boolean;
	/** Undefined for a new branch. */
	branch: Branch | undefined;
	others: readonly Branch[];
	onDone: (branch: Branch) => void;
	onClose: () => void;
}

/** The dialog that adds a branch of the college to the draft, or changes one. */
export function BranchDialog({ open, branch, others, onDone, onClose }: BranchDialogProps) {
	const isTaken = (code: string) =>
		others.some((other) => other.code.toUpperCase() === code.toUpperCase());

	return (
		<Dialog open={open} onClose={onClose} title={branch ? `Branch ${branch.code}` : 'Add branch'}>
			<EntryForm
				schema={branchInput}
				toInput={(texts) => texts}
				findFault={({ code }) =>
					isTaken(code)
						? { field: 'code', message: CATALOGUE_ERRORS.branchTaken(code).message }
						: undefined
				}
				onDone={onDone}
				onClose={onClose}
			>
				{(errorOf) => (
					<>
						<Field label="Code" hint="2 to 12 letters, digits and hyphens." error={errorOf('code')}>
							{(control) => (
								<TextInput
									{...control}
									name="code"
									autoComplete="off"
									defaultValue={branch?.code}
								/>
							)}
						</Field>
						<Field label="Name" error={errorOf('name')}>
							{(control) => (
								<TextInput
									{...control}
									name="name"
									autoComplete="off"
									defaultValue={branch?.name}
								/>
							)}
						</Field>
					</>
				)}
			</EntryForm>
		</Dialog>
	);
}
