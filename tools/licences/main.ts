import { writeFile } from 'node:fs/promises';
import { printLine } from '#tools/lib/terminal.ts';
import { DOCUMENT_PATH, renderLicences } from './document.ts';
import { listPackages } from './packages.ts';
import { isAllowedLicence } from './rules.ts';

/* `node tools/licences/main.ts` writes docs/legal/third-party-licences.md, and fails if a licence is not allowed. */
const packages = await listPackages();
await writeFile(DOCUMENT_PATH, renderLicences(packages));
const disallowed = packages.filter((entry) => !isAllowedLicence(entry));
for (const { name, version, licence } of disallowed) printLine(`${name} ${version}: ${licence}`);
printLine(`${packages.length} packages, ${disallowed.length} with a licence that has to be judged`);
process.exitCode = disallowed.length === 0 ? 0 : 1;
