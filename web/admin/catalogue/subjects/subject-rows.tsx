import type { Subject } from '#contract/catalogue/schemas.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';

interface SubjectRowsProps {
	subjects: readonly Subject[];
	canEdit: boolean;
	onEdit: (subject: Subject) => void;
	onRemove: (subject: Subject) => void;
}

/** A table of subjects; on narrow screens each row is a card. */
export function SubjectRows({ subjects, canEdit, onEdit, onRemove }: SubjectRowsProps) {
	return (
		<div className="office-list">
			<table className="office-table" aria-label="Subjects">
				<thead>
					<tr>
						<th scope="col">Code</th>
						<th scope="col">Name</th>
						<th scope="col">Branch</th>
						<th scope="col" data-figure="">
							Semester
						</th>
						{canEdit && (
							<th scope="col">
								<span className="sr-only">Actions</span>
							</th>
						)}
					</tr>
				</thead>
				<tbody>
					{subjects.map((subject) => (
						<tr key={subject.code}>
							<td data-main="" data-short="">
								{subject.code}
							</td>
							<td data-label="Name">
								<BreakableText>{subject.name}</BreakableText>
							</td>
							<td data-label="Branch" data-short="">
								{subject.branch}
							</td>
							<td data-label="Semester" data-figure="">
								{subject.semester}
							</td>
							{canEdit && (
								<td data-actions="">
									<div>
										<RowButton label="Edit" code={subject.code} onPress={() => onEdit(subject)} />
										<RowButton
											label="Remove"
											code={subject.code}
											isDestructive
											onPress={() => onRemove(subject)}
										/>
									</div>
								</td>
							)}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

interface RowButtonProps {
	label: string;
	code: string;
	isDestructive?: boolean;
	onPress: () => void;
}

function RowButton({ label, code, isDestructive = false, onPress }: RowButtonProps) {
	return (
		<button
			type="button"
			aria-label={`${label} ${code}`}
			onClick={onPress}
			className={`min-h-11 cursor-pointer rounded-field px-2 text-sm font-semibold ${isDestructive ? 'text-bad' : 'text-link'} hover:bg-sunken`}
		>
			{label}
		</button>
	);
}
