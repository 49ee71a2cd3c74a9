import { useState } from 'react';
import { CATALOGUE_MESSAGES } from '#contract/admin/catalogue.ts';
import type { Branch } from '#contract/catalogue/schemas.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

interface BranchFieldProps {
	branches: readonly Branch[];
	/** The code of the branch that is chosen when the dialog opens. */
	initial: string | undefined;
	error: string | undefined;
}

/**
 * The select for a subject's branch. If a colleague removes the chosen branch while the dialog is open, the branch stays
 * as an option, with an error. Without that option, the select would silently show another branch.
 */
export function BranchField({ branches, initial, error }: BranchFieldProps) {
	const [chosen, setChosen] = useState(() => branches.find(({ code }) => code === initial));
	const removedBranch = branches.some(({ code }) => code === chosen?.code) ? undefined : chosen;

	return (
		<Field
			label="Branch"
			error={removedBranch ? CATALOGUE_MESSAGES.branchGone(removedBranch.name) : error}
		>
			{(control) => (
				<Select
					{...control}
					name="branch"
					value={chosen?.code}
					onChange={({ target }) => setChosen(branches.find(({ code }) => code === target.value))}
				>
					{removedBranch && <option value={removedBranch.code}>{removedBranch.name}</option>}
					{branches.map(({ code, name }) => (
						<option key={code} value={code}>
							{name}
						</option>
					))}
				</Select>
			)}
		</Field>
	);
}
