# A driver in place of a program: it answers, refuses, dies or garbles.
echo 1.0
while read -r line; do
  case $1 in
    answers) echo '{"host": "b"}' ;;
    refuses) echo '{"error": "no"}' ;;
    garbles) echo '{' ;;
    dies) exit 3 ;;
  esac
done
