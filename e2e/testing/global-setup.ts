import { installPackedPlugin } from './packed-plugin';

export default function globalSetup(): void {
  installPackedPlugin();
}
